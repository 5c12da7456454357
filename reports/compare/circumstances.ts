import type { ReportResult } from '../report/report.ts';
import type { Difference } from './comparison.ts';
import type { ComparedRun } from './read-compared-run.ts';

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
