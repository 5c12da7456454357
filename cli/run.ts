import { resolve } from 'node:path';
import { allChecks } from '../checks/checks.ts';
import { environmentWithFile } from '../harness/run-environment.ts';
import { isSelected } from '../harness/selection.ts';
import { type Environment, readSettings } from '../harness/settings.ts';
import { givenShard, readShard } from '../harness/shard.ts';
import { UsageError } from '../harness/usage-error.ts';
import { operationStems } from '../schemas/openapi.ts';
import { exitStatus, withUnwritten } from './exit-status.ts';
import { finishRun, summary } from './finish-run.ts';
import { unknownFormats, writeFormats } from './formats.ts';
import { prepareRun } from './prepare-run.ts';
import { refusedBodies } from './refused-bodies.ts';
import { lostTarget } from './require-target.ts';
import { type ResumedRun, resumeRun } from './resume-run.ts';
import { ownTests, runPlaywright } from './run-playwright.ts';
import { isAnythingMeant, type Meant, noteUnendedChecks } from './unended-checks.ts';

/** Options of `run` as commander gives them. */
export interface RunOptions {
  readonly only?: string;
  readonly format?: readonly string[];
  readonly strict?: boolean;
  readonly seed?: string;
  readonly nonce?: string;
  readonly effort?: string;
  readonly output?: string;
  readonly requireTarget?: boolean;
  readonly requireAll?: boolean;
  readonly shard?: string;
  readonly resume?: boolean;
}

/** Tests a target, or the embedded reference server where none is configured; resolves to the exit status. */
export async function run(options: RunOptions): Promise<number> {
  const given = overlay(environmentWithFile(), options);
  refuseWrongUsage(given, options);
  const resumed = options.resume === true ? goOn(given, options) : undefined;
  const environment = resumed === undefined ? given : asBefore(given, resumed.header);
  const only = resumed?.header.run.only ?? options.only;
  const shard = resumed?.header.run.shard ?? options.shard;
  const prepared = await prepareRun(environment, {
    ...(only === undefined ? {} : { only }),
    ...(shard === undefined ? {} : { shard }),
    ...(resumed === undefined ? {} : { resumed }),
  });
  try {
    const ended = await runPlaywright(ownTests, prepared.environment);
    if (!ended.interrupted)
      noteUnendedChecks(prepared.folder, meantBy(only, shard, prepared.settings.effort === 'soak'));
    const report = finishRun(prepared.folder, {
      strict: options.strict === true,
      requireAll: options.requireAll === true,
      only: only ?? null,
      interrupted: ended.interrupted,
      profile: prepared.profile,
      unanswered: ended.interrupted ? [] : await prepared.meetAgain(),
    });
    const unwritten = writeFormats(prepared.folder, report, options.format ?? ['junit']);
    const { stdout } = process;
    const colour = stdout.isTTY === true && process.env.NO_COLOR === undefined;
    stdout.write(summary(prepared.folder, report, Math.min(stdout.columns ?? 80, 120), colour));
    // Told before the tests as well; below a screen of findings it says where to look first.
    if (report.gate.status !== exitStatus.conformant)
      tell([...prepared.mistakes, ...refusedBodies(report, prepared.folder)]);
    // Playwright fails by findings too; what it knows beyond the report is that it could not run at all.
    const status = withUnwritten(report.gate.status, unwritten);
    const silent = report.counts.cases === 0 && ended.status !== 0 && !ended.interrupted;
    return silent ? exitStatus.suiteFailed : status;
  } finally {
    await prepared.close();
  }
}

function meantBy(only: string | undefined, shard: string | undefined, isSoak: boolean): Meant {
  return { only, shard: givenShard(shard), isSoak };
}

/** The run in the folder, which must be one against this target, and of which nothing may be wanted otherwise. */
function goOn(environment: Environment, options: RunOptions): ResumedRun {
  const other = (['only', 'seed', 'nonce', 'effort', 'shard'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (other.length > 0)
    throw new UsageError([
      `A run that is gone on with keeps its own --${other.join(', --')}. Leave it out beside --resume.`,
    ]);
  if (environment.TARGET_PROVISIONER !== undefined)
    throw new UsageError([
      'A run with TARGET_PROVISIONER cannot be gone on with: what it made may be gone. Remove the rest with `ledger-conformance provision clean`, and start another run.',
    ]);
  const { output } = readSettings(environment);
  const resumed = resumeRun(resolve(output));
  const { target } = resumed.header;
  const before = target.kind === 'reference' ? undefined : target.baseUrl;
  const now = environment.TARGET_BASE_URL?.replace(/\/+$/, '');
  if (before !== now)
    throw new UsageError([
      `The run in ${output} tests ${before ?? 'the reference server'}, and TARGET_BASE_URL is ${now ?? 'not set'}. Set it as it was.`,
    ]);
  return resumed;
}

function asBefore(environment: Environment, { run, profile }: ResumedRun['header']): Environment {
  return {
    ...environment,
    CONFORMANCE_SEED: run.seed,
    CONFORMANCE_NONCE: run.nonce,
    CONFORMANCE_EFFORT: run.effort,
    ...(run.cases === undefined ? {} : { CONFORMANCE_CASES: String(run.cases) }),
    // A profile that was given by its path is given so again.
    TARGET_PROFILE: environment.TARGET_PROFILE ?? profile,
  };
}

function tell(sentences: readonly string[]): void {
  process.stderr.write(sentences.map((each) => `${each}\n`).join(''));
}

/** Options win over the environment, and the environment over .env. */
function overlay(environment: Environment, options: RunOptions): Environment {
  const given: Record<string, string | undefined> = {
    CONFORMANCE_SEED: options.seed,
    CONFORMANCE_NONCE: options.nonce,
    CONFORMANCE_EFFORT: options.effort,
    CONFORMANCE_OUTPUT: options.output,
  };
  return {
    ...environment,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

function refuseWrongUsage(
  environment: Environment,
  { only, format, requireTarget, shard }: RunOptions,
): void {
  const { CONFORMANCE_EFFORT } = environment;
  const problems: string[] = [];
  const missing = (only ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !allChecks.some((check) => isSelected(each, check)));
  if (missing.length > 0 || only?.trim() === '') {
    problems.push(
      `--only ${missing.join(',')} matches nothing. Give a requirement id or an operation; \`ledger-conformance list\` shows them.`,
    );
  }
  problems.push(...unknownFormats(format ?? []));
  if (shard !== undefined && readShard(shard).total > operationStems.length && CONFORMANCE_EFFORT !== 'soak')
    problems.push(
      `--shard ${shard} is more parts than there are: the checks of an operation stay together. Give --effort soak, or ${operationStems.length} shards at most.`,
    );
  else if (problems.length === 0 && !isAnythingMeant(meantBy(only, shard, CONFORMANCE_EFFORT === 'soak')))
    problems.push(
      `--shard ${shard} holds nothing of ${only === undefined ? 'this run' : `--only ${only}`}: the checks of an operation stay together. Run it without --shard, or with fewer shards.`,
    );
  const lost = requireTarget === true ? lostTarget(environment) : undefined;
  if (lost !== undefined) problems.push(lost);
  if (problems.length > 0) throw new UsageError(problems);
}
