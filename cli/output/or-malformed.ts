import { BundleRefused } from '../../reports/bundle/bundle-refused.ts';
import { checkLines } from '../../reports/bundle/evidence-lines.ts';
import { evidenceOf } from '../../reports/bundle/make-bundle.ts';
import { Unjudgeable } from '../../reports/replay/judge-again.ts';
import { NoVerdict } from '../../settings/no-verdict.ts';
import { UsageError } from '../../settings/usage-error.ts';

/**
 * Does something with the journals in results folders, which may come from somebody else. Checking each line would take long, so
 * it is checked only if this fails: where a line is not one that the suite writes, that is the reason, and no bug.
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
    checkLines(evidenceOf(folder));
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw new UsageError([
      `The journal in ${folder} was changed or damaged: ${error.message} Get an unchanged copy of the results.`,
    ]);
  }
}
