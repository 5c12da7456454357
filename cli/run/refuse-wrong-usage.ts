import { existsSync } from 'node:fs';
import { endingsOf, namedChecks } from '../../engine/named-checks.ts';
import { probablyMeant } from '../../requirements/nearest-ids.ts';
import { operationStems } from '../../schemas/openapi.ts';
import type { Environment } from '../../settings/run-environment.ts';
import { givenShard, isSelected } from '../../settings/selection.ts';
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
export function refuseWrongUsage(environment: Environment, options: RunOptions): void {
  const { format, requireTarget, history } = options;
  const problems = [
    ...selectionProblems(options, environment.CONFORMANCE_EFFORT === 'soak'),
    ...unknownFormats(format ?? []),
  ];
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

/**
 * Problems with `--only` and `--shard`: a name that matches nothing, or an empty part of the run.
 * @throws UsageError if the shard is malformed
 */
function selectionProblems({ only, shard }: RunOptions, isSoak: boolean): string[] {
  if (only === undefined && shard === undefined) return [];
  const missing = (only ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !namedChecks.some((check) => isSelected(each, check)));
  if (missing.length > 0 || only?.trim() === '')
    return [
      `--only ${missing.join(',')} matches nothing.${meantInstead(missing)} Give a requirement id or an operation; \`ledger-conformance list\` lists them.`,
    ];
  if (endingsOf({ only, shard: givenShard(shard), isSoak }).length > 0) return [];
  return [
    `--shard ${shard} contains no checks of ${only === undefined ? 'this run' : `--only ${only}`}. Run it without --shard, or with fewer shards.`,
  ];
}

/** The ids that were probably meant, as a question. */
function meantInstead(missing: readonly string[]): string {
  const ids = [...new Set(namedChecks.map(({ requirement }) => requirement)), ...operationStems];
  const meant = missing.flatMap((each) => probablyMeant(each, ids) ?? []);
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(',')}?`;
}

const usual =
  '--require-target is given, but TARGET_BASE_URL is not set. Set it to the server to test, in the environment or in the .env of this folder.';

/** The message for `--require-target` if no target is configured, or the given one; undefined if one is. */
export function lostTarget(environment: Environment, message: string | true = true): string | undefined {
  if (environment.TARGET_BASE_URL !== undefined) return undefined;
  return message === true ? usual : message;
}
