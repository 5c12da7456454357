/**
 * Where a finding is: in the body, status or a header of the response, in a transport failure, in an accepted invalid
 * request, or between several responses.
 */
export type Place = 'body' | 'status' | 'header' | 'transport' | 'request' | 'relation';

/** The text of findings of one kind. */
export interface FindingText {
  readonly place: Place;
  /** The header, in lower case. */
  readonly header?: string;
  readonly message: (parameters: never) => string;
}

/** The text of findings of a kind that all have the same message. */
export function sameMessage(place: Place, message: string): { place: Place; message: () => string } {
  return { place, message: () => message };
}
