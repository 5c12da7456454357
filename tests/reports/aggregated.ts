import { aggregateReport, readFolders } from '../../reports/report/aggregation.ts';
import type { AggregateOptions } from '../../reports/report/build-report.ts';

import type { Report, ReportResult } from '../../reports/report/report.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { asJournal, type Run } from './journal-fixture.ts';

export const plainly: AggregateOptions = { strict: false, requireAll: false, only: null };

export function aggregated(run: Run, options: Partial<AggregateOptions> = {}): Report {
  return aggregateReport(asJournal(run), { ...plainly, ...options });
}

export function aggregateFolders(folders: readonly string[], options: AggregateOptions): Report {
  return readFolders(folders).report(options);
}

export function resultOf(report: Report, requirement: string, operation: Operation): ReportResult {
  const found = report.results.find(
    (each) => each.requirement === requirement && each.operation === operation,
  );
  if (found === undefined) throw new Error(`The report has no result for ${requirement} on ${operation}.`);
  return found;
}
