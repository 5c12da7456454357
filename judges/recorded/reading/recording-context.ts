import type { Operation } from '../../../requirements/requirement.ts';

/** Context for reading one record: what the whole recording shows. */
export interface RecordingContext {
  /** The path prefix before the documented paths. */
  readonly prefix: string;
  /** Whether the recording lists the headers Host and Content-Length; if not, their absence means nothing. */
  readonly lists: { readonly host: boolean; readonly length: boolean };
  /** Operations on which the recording's ordinary token succeeded. */
  readonly permitted: ReadonlySet<Operation>;
  /** What successes of each operation show of the target's state, with the position of the first one. */
  readonly shown: ReadonlyMap<Operation, ReadonlyMap<string, number>>;
  readonly pageSizeParameter: string;
  readonly pageTokenParameter: string;
}
