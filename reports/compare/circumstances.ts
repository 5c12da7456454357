import type { ReportResult } from '../report/report.ts';
import type { Difference } from './comparison.ts';
import type { ComparedRun } from './read-compared-run.ts';

/** A requirement as two runs saw it; a side is absent where the suite of that run does not know it. */
export interface Pair {
  readonly old: ReportResult | undefined;
  readonly new: ReportResult | undefined;
}

/** Everything that a cause is looked for in. */
export interface RunCircumstances {
  readonly old: ComparedRun;
  readonly new: ComparedRun;
  readonly differences: readonly Difference[];
}
