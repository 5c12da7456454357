import { aggregateFolders } from '../../reports/report/aggregate-folders.ts';
import { writeReport } from '../../reports/report/write-report.ts';
import { columnsOf } from '../../reports/terminal/lines.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { withUnwritten } from '../output/exit-status.ts';
import { orMalformed } from '../output/or-malformed.ts';
import { summary } from '../run/finish-run.ts';
import { unknownFormats } from '../run/format-files.ts';
import { type FormatWriters, writeFormats, writersOf } from '../run/formats.ts';

/** Options of commands that report on a finished run, as parsed by commander. */
export interface ReportOptions {
  readonly format?: readonly string[];
  readonly strict?: boolean;
  readonly requireAll?: boolean;
  readonly profile?: string;
  /** A folder of earlier runs, for the HTML report; only `report` has it. */
  readonly history?: string;
}

/** Regenerates the report of a finished run and the requested formats; resolves to the status of the run. */
export async function report(folder: string, options: ReportOptions): Promise<number> {
  const unknown = unknownFormats(options.format ?? []);
  if (unknown.length > 0) throw new UsageError(unknown);
  const writers = writersOf(options.format ?? []);
  return orMalformed([folder], () => reportOn(folder, options, writers));
}

function reportOn(folder: string, options: ReportOptions, writers: FormatWriters): number {
  const aggregated = aggregateFolders([folder], {
    strict: options.strict === true,
    requireAll: options.requireAll === true,
    only: null,
    profile: options.profile === undefined ? undefined : loadProfile(options.profile, '--profile'),
  });
  writeReport(folder, aggregated);
  const unwritten = writeFormats(writers, folder, aggregated, options.history);
  process.stdout.write(summary(folder, aggregated, { columns: columnsOf(process.stdout), colour: false }));
  return withUnwritten(aggregated.gate.status, unwritten);
}
