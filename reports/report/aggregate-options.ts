import type { Profile } from '../../profiles/profile.ts';

/** How a report is made from a journal. */
export interface AggregateOptions {
  /** A broken SHOULD counts for the gate. */
  readonly strict: boolean;
  /** Partial coverage counts for the gate. */
  readonly requireAll: boolean;
  /** The selection the run was narrowed to. */
  readonly only: string | null;
  /** The profile named in the journal, where it is not one that comes with the suite. */
  readonly profile?: Profile;
}
