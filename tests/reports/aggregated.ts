import { mergeFolders } from '../../journal/merge-folders.ts';
import { aggregateJournal, type Evidence, readFolder } from '../../reports/report/aggregation.ts';
import type { AggregateOptions } from '../../reports/report/build-report.ts';
import type { Report, ReportResult } from '../../reports/report/report.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { asJournal, type Run } from './journal-fixture.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const plainly: AggregateOptions = { strict: false, requireAll: false };

/** Where the requests and answers of a run are. */
export function evidenceOf(run: Run): Evidence {
  return aggregateJournal(asJournal(run), plainly).evidence;
}

export function aggregated(run: Run, options: Partial<AggregateOptions> = {}): Report {
  return aggregateJournal(asJournal(run), { ...plainly, ...options }).report;
}

/** The report of a folder, or of the folders of shards as `merge` makes it. */
export function aggregateFolders(folders: readonly string[], options: AggregateOptions): Report {
  const [only, ...others] = folders;
  if (only !== undefined && others.length === 0) return readFolder(only).report(options).report;
  const merged = temporaryFolder();
  mergeFolders(folders, merged);
  return readFolder(merged).report(options).report;
}

export function resultOf(report: Report, requirement: string, operation: Operation): ReportResult {
  const found = report.results.find(
    (each) => each.requirement === requirement && each.operation === operation,
  );
  if (found === undefined) throw new Error(`The report has no result for ${requirement} on ${operation}.`);
  return found;
}
