/**
 * Where a finding lies: in the answer's body, status or a header of it, in what came instead of an answer, in the request
 * that should not have passed, or between several answers.
 */
export type Place = 'body' | 'status' | 'header' | 'transport' | 'request' | 'relation';

/** The words for findings of one kind. */
export interface FindingText {
  readonly place: Place;
  /** The header that is meant, in lower case. */
  readonly header?: string;
  readonly message: (parameters: never) => string;
}
