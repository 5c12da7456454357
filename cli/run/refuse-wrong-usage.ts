import { existsSync } from 'node:fs';
import type { Environment } from '../../settings/run-environment.ts';
import { settingProblems } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { unknownFormats } from './format-files.ts';
import { lostTarget } from './require-target.ts';

/** Options of `run` as parsed by commander. */
export interface RunOptions {
  readonly only?: string;
  readonly format?: readonly string[];
  /** Whether a run without a target is refused; a sentence says so instead of the usual one. */
  readonly requireTarget?: boolean | string;
  readonly shard?: string;
  readonly history?: string;
  readonly seed?: string;
  readonly nonce?: string;
  readonly effort?: string;
  readonly output?: string;
  readonly strict?: boolean;
  /** A file with the challenge that the run answers; its nonce follows from it. */
  readonly challenge?: string;
  readonly disguise?: boolean;
  /** Why the run of a certificate is not disguised. */
  readonly undisguised?: string;
  readonly requireAll?: boolean;
  readonly resume?: boolean;
  /** Whether to wait at the end until a token of the run has expired for more than five minutes; `certify` does. */
  readonly waitsForExpiry?: boolean;
}

/** Settings that options give too. */
const settingOf = {
  seed: 'CONFORMANCE_SEED',
  nonce: 'CONFORMANCE_NONCE',
  effort: 'CONFORMANCE_EFFORT',
  output: 'CONFORMANCE_OUTPUT',
} as const;

/** The environment with what options give, which override it, as it overrides .env. */
export function withOptions(environment: Environment, options: RunOptions): Environment {
  const given = givenNames(options).map((name) => [settingOf[name], options[name]]);
  return { ...environment, ...Object.fromEntries(given) };
}

function givenNames(options: RunOptions): (keyof typeof settingOf)[] {
  return (Object.keys(settingOf) as (keyof typeof settingOf)[]).filter((name) => options[name] !== undefined);
}

/**
 * Checks the options and settings of `run` and reports all problems at once.
 * @param environment with what the options give
 * @throws UsageError with a sentence for each problem
 */
export async function refuseWrongUsage(environment: Environment, options: RunOptions): Promise<void> {
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
  const lost =
    requireTarget === undefined || requireTarget === false
      ? undefined
      : lostTarget(environment, requireTarget);
  const asOptions = Object.fromEntries(givenNames(options).map((name) => [settingOf[name], `--${name}`]));
  problems.push(...settingProblems(environment, asOptions, lost));
  if (problems.length > 0) throw new UsageError(problems);
}
