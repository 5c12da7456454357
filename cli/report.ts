import { loadProfile } from '../harness/load-profile.ts';
import { UsageError } from '../harness/usage-error.ts';
import { foldFolders } from '../reports/fold.ts';
import { writeReport } from '../reports/write-report.ts';
import { withUnwritten } from './exit-status.ts';
import { summary } from './finish-run.ts';
import { unknownFormats } from './format-files.ts';
import { writeFormats } from './formats.ts';

/** Makes the report of a finished run again, and the wanted formats from it; the status is the run's own. */
export function report(
  folder: string,
  options: {
    readonly format?: readonly string[];
    readonly strict?: boolean;
    readonly requireAll?: boolean;
    readonly profile?: string;
  },
): number {
  const unknown = unknownFormats(options.format ?? []);
  if (unknown.length > 0) throw new UsageError(unknown);
  const folded = foldFolders([folder], {
    strict: options.strict === true,
    requireAll: options.requireAll === true,
    only: null,
    ...(options.profile === undefined ? {} : { profile: loadProfile(options.profile) }),
  });
  writeReport(folder, folded);
  const unwritten = writeFormats(folder, folded, options.format ?? []);
  process.stdout.write(summary(folder, folded, Math.min(process.stdout.columns ?? 80, 120), false));
  return withUnwritten(folded.gate.status, unwritten);
}
