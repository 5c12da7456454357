import type { Environment } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { unknownFormats } from './format-files.ts';
import { lostTarget } from './require-target.ts';

/** The options of `run` that can be wrong together with the environment, or by their values. */
export interface Asked {
  readonly only?: string;
  readonly format?: readonly string[];
  readonly requireTarget?: boolean;
  readonly shard?: string;
}

/**
 * Refuses what `run` was asked for and cannot do, all of it at once.
 * @throws UsageError with a sentence for each
 */
export async function refuseWrongUsage(environment: Environment, options: Asked): Promise<void> {
  const { only, format, requireTarget, shard } = options;
  const problems: string[] = [];
  if (only !== undefined || shard !== undefined) {
    // A whole run needs to know none of the checks before Playwright does.
    const { selectionProblems } = await import('./selection-problems.ts');
    problems.push(...selectionProblems(only, shard, environment.CONFORMANCE_EFFORT === 'soak'));
  }
  problems.push(...unknownFormats(format ?? []));
  const lost = requireTarget === true ? lostTarget(environment) : undefined;
  if (lost !== undefined) problems.push(lost);
  if (problems.length > 0) throw new UsageError(problems);
}
