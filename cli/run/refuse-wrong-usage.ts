import { existsSync } from 'node:fs';
import type { Environment } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { unknownFormats } from './format-files.ts';
import { lostTarget } from './require-target.ts';

/** Options of `run` that can be invalid, alone or in combination with the environment. */
export interface Asked {
  readonly only?: string;
  readonly format?: readonly string[];
  readonly requireTarget?: boolean;
  readonly shard?: string;
  readonly history?: string;
}

/**
 * Checks the options of `run` and reports all problems at once.
 * @throws UsageError with a sentence for each problem
 */
export async function refuseWrongUsage(environment: Environment, options: Asked): Promise<void> {
  const { only, format, requireTarget, shard, history } = options;
  const problems: string[] = [];
  if (only !== undefined || shard !== undefined) {
    // A run without a selection does not need to load the checks before Playwright does.
    const { selectionProblems } = await import('./selection-problems.ts');
    problems.push(...selectionProblems(only, shard, environment.CONFORMANCE_EFFORT === 'soak'));
  }
  problems.push(...unknownFormats(format ?? []));
  if (history !== undefined && !existsSync(history))
    problems.push(`--history ${history} is not there. Give a folder that contains results folders.`);
  const lost = requireTarget === true ? lostTarget(environment) : undefined;
  if (lost !== undefined) problems.push(lost);
  if (problems.length > 0) throw new UsageError(problems);
}
