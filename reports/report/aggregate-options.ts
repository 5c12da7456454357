import type { Profile } from '../../profiles/profile.ts';

/** How to make a report from a journal. */
export interface AggregateOptions {
  /** Whether a broken SHOULD fails the gate. */
  readonly strict: boolean;
  /** Whether partial coverage fails the gate. */
  readonly requireAll: boolean;
  /** The value of `--only`. */
  readonly only: string | null;
  /** The profile named in the journal, if it is not one of the suite's. */
  readonly profile?: Profile;
}
