import { existsSync } from 'node:fs';
import type { Environment } from '../../settings/run-environment.ts';
import { settingProblems } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { unknownFormats } from './format-files.ts';

/** Options of `run`, and what `certify` adds to them. */
export interface RunOptions extends Omit<Options<'run'>, 'requireTarget'> {
  /** Whether a run without a target is refused; a sentence says so instead of the usual one. */
  readonly requireTarget?: boolean | string;
  /** Why the run of a certificate is not disguised. */
  readonly undisguised?: string;
  /** Whether to wait at the end until a token of the run has expired for more than five minutes. */
  readonly waitsForExpiry?: boolean;
}

/** Settings that options give too. */
const settingOf = {
  seed: 'CONFORMANCE_SEED',
  nonce: 'CONFORMANCE_NONCE',
  effort: 'CONFORMANCE_EFFORT',
  spread: 'CONFORMANCE_SPREAD',
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
    problems.push(`--history ${history} does not exist. Give a folder that contains results folders.`);
  const lost =
    requireTarget === undefined || requireTarget === false
      ? undefined
      : lostTarget(environment, requireTarget);
  const asOptions = Object.fromEntries(givenNames(options).map((name) => [settingOf[name], `--${name}`]));
  problems.push(...settingProblems(environment, asOptions, lost));
  if (problems.length > 0) throw new UsageError(problems);
}

const usual =
  '--require-target is given, but TARGET_BASE_URL is not set. Set it to the server to test, in the environment or in the .env of this folder.';

/** The message for `--require-target` if no target is configured, or the given one; undefined if one is. */
export function lostTarget(environment: Environment, message: string | true = true): string | undefined {
  if (environment.TARGET_BASE_URL !== undefined) return undefined;
  return message === true ? usual : message;
}
