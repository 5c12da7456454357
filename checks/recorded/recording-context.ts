import type { Operation } from '../../requirements/requirement.ts';

/** What one record is read against: what the whole recording shows. */
export interface RecordingContext {
  /** What stands before the paths of the document. */
  readonly prefix: string;
  /** Whether the recording lists the headers Host and Content-Length at all; else their absence says nothing. */
  readonly lists: { readonly host: boolean; readonly length: boolean };
  /** Synchronizers for which the target generated topology. */
  readonly synchronizers: ReadonlySet<string>;
  /** Operations on which the ordinary token of the recording was seen to succeed. */
  readonly permitted: ReadonlySet<Operation>;
  /** For each prepared transaction the place in the recording at which it was first accepted. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly pageSizeParameter: string;
  readonly pageTokenParameter: string;
}
