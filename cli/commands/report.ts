import { mergeFolders } from '../../journal/merge-folders.ts';
import { readFolder } from '../../reports/report/aggregation.ts';
import { columnsOf } from '../../reports/terminal/lines.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { withUnwritten } from '../output/exit-status.ts';
import { orMalformed } from '../output/or-malformed.ts';
import { orUnwritable } from '../output/write-file.ts';
import { reportOn, summary } from '../run/finish-run.ts';
import { unknownFormats } from '../run/format-files.ts';
import { writeFormats } from '../run/formats.ts';

/** Regenerates the report of a finished run and the requested formats; resolves to the status of the run. */
export async function report(folder: string, options: Options<'report'>): Promise<number> {
  const { format = [], history } = options;
  const unknown = unknownFormats(format);
  if (unknown.length > 0) throw new UsageError(unknown);
  return orMalformed([folder], () => {
    const run = reportOn(folder, readFolder(folder), {
      strict: options.strict === true,
      requireAll: options.requireAll === true,
      profile: options.profile === undefined ? undefined : loadProfile(options.profile, '--profile'),
    });
    const unwritten = writeFormats(format, run, history);
    process.stdout.write(summary(run, { columns: columnsOf(process.stdout), colour: false }));
    return withUnwritten(run.view.gate.status, unwritten);
  });
}

/** Merges the results of a run's shards and reports on them as one run; resolves to the status of the whole run. */
export async function merge(folders: readonly string[], options: Options<'merge'>): Promise<number> {
  if (folders.includes(options.output))
    throw new UsageError(['--output is one of the folders to merge. Choose a new one.']);
  orUnwritable(options.output, 'Give --output a writable folder.', () =>
    mergeFolders(folders, options.output),
  );
  return report(options.output, options);
}
