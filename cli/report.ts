import { loadProfile } from '../harness/load-profile.ts';
import { UsageError } from '../harness/usage-error.ts';
import { foldFolders } from '../reports/fold.ts';
import { writeReport } from '../reports/write-report.ts';
import { formats, summary } from './finish-run.ts';

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
  for (const each of options.format ?? []) {
    if (formats[each] === undefined)
      throw new UsageError([`--format ${each} is not a format. Use ${Object.keys(formats).join(' or ')}.`]);
  }
  const folded = foldFolders([folder], {
    strict: options.strict === true,
    requireAll: options.requireAll === true,
    only: null,
    ...(options.profile === undefined ? {} : { profile: loadProfile(options.profile) }),
  });
  writeReport(folder, folded);
  for (const each of options.format ?? []) formats[each]?.(folder, folded);
  process.stdout.write(summary(folder, folded, Math.min(process.stdout.columns ?? 80, 120), false));
  return folded.gate.status;
}
