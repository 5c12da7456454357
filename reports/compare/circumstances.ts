import type { ReportResult } from '../report/report.ts';
import type { ComparedRun } from './compared-run.ts';
import type { Difference } from './comparison.ts';

/** The results of a requirement in two runs; undefined on a side whose suite does not have it. */
export interface Pair {
  readonly old: ReportResult | undefined;
  readonly new: ReportResult | undefined;
}

/** The input for finding a cause. */
export interface RunCircumstances {
  readonly old: ComparedRun;
  readonly new: ComparedRun;
  readonly differences: readonly Difference[];
}
