import { type FoldOptions, foldReport } from '../../reports/report/fold.ts';
import type { Report, ReportResult } from '../../reports/report/report.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { asJournal, type Run } from './journal-fixture.ts';

export const plainly: FoldOptions = { strict: false, requireAll: false, only: null };

export function folded(run: Run, options: Partial<FoldOptions> = {}): Report {
  return foldReport(asJournal(run), { ...plainly, ...options });
}

export function resultOf(report: Report, requirement: string, operation: Operation): ReportResult {
  const found = report.results.find(
    (each) => each.requirement === requirement && each.operation === operation,
  );
  if (found === undefined) throw new Error(`The report has no result for ${requirement} on ${operation}.`);
  return found;
}
