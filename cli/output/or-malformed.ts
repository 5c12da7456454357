import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkLines, evidenceFiles } from '../../certificate/evidence-lines.ts';
import { BundleRefused } from '../../certificate/refusal.ts';
import { readRegular } from '../../journal/open-regular.ts';
import { NoVerdict, Unjudgeable } from '../../settings/run-errors.ts';
import { UsageError } from '../../settings/usage-error.ts';

/**
 * Reads journals that may come from another person. Checking every line up front would be slow, so lines are checked only after a
 * failure: if one is not a line that the suite writes, the failure is reported as a damaged journal and not as a bug.
 * @throws UsageError with the first such line
 */
export function orMalformed<T>(folders: readonly string[], act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UsageError || error instanceof NoVerdict || error instanceof BundleRefused)
      throw error;
    for (const folder of folders) refuseMalformed(folder);
    if (error instanceof Unjudgeable)
      throw new UsageError([`${error.message} Get an unchanged copy of the results.`]);
    throw error;
  }
}

function refuseMalformed(folder: string): void {
  try {
    checkLines(journalIn(folder));
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw new UsageError([
      `The journal in ${folder} was changed or damaged: ${error.message} Get an unchanged copy of the results.`,
    ]);
  }
}

/** The journal as evidence: not all commands need both files. */
function journalIn(folder: string): Map<string, Buffer> {
  const there = evidenceFiles.filter(([, name]) => existsSync(join(folder, name)));
  return new Map(there.map(([path, name]) => [path, readRegular(join(folder, name))]));
}
