import { newLines } from '../../journal/new-lines.ts';
import type { AggregateOptions } from './aggregate-options.ts';
import { createAggregation } from './aggregation.ts';
import type { Report } from './report.ts';

/**
 * The report of a results folder, or of the folders of a run's shards. They are read line by line, so memory does not grow
 * with the run.
 * @throws UsageError if a folder contains no journal, or the folders are of different runs
 */
export function aggregateFolders(folders: readonly string[], options: AggregateOptions): Report {
  const aggregation = createAggregation(folders.map((folder) => ({ folder, lines: newLines(folder) })));
  return aggregation.report(options);
}
