import type { Operation } from '../../../requirements/requirement.ts';

/** What one record is read against: what the whole recording shows. */
export interface RecordingContext {
  /** What stands before the paths of the document. */
  readonly prefix: string;
  /** Whether the recording lists the headers Host and Content-Length at all; else their absence says nothing. */
  readonly lists: { readonly host: boolean; readonly length: boolean };
  /** Operations on which the ordinary token of the recording was seen to succeed. */
  readonly permitted: ReadonlySet<Operation>;
  /** What successes of each operation have shown of the target's state, with the place in the recording of the first one. */
  readonly shown: ReadonlyMap<Operation, ReadonlyMap<string, number>>;
  readonly pageSizeParameter: string;
  readonly pageTokenParameter: string;
}
