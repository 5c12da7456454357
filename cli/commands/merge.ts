import { mergeFolders } from '../../journal/merge-folders.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { orUnwritable } from '../output/or-unwritable.ts';
import { type ReportOptions, report } from './report.ts';

export interface MergeOptions extends ReportOptions {
  readonly output: string;
}

/** Merges the results of a run's shards and reports on them as one run; resolves to the status of the whole run. */
export async function merge(folders: readonly string[], options: MergeOptions): Promise<number> {
  if (folders.includes(options.output))
    throw new UsageError(['--output is one of the folders to merge. Choose a new one.']);
  orUnwritable(options.output, 'Give --output a writable folder.', () =>
    mergeFolders(folders, options.output),
  );
  return report(options.output, options);
}
