import { resolve } from 'node:path';
import {
  beginProblem,
  conductProblem,
  type OpenedChallenge,
  readChallenge,
} from '../../certificate/challenge.ts';
import { BundleRefused } from '../../certificate/refusal.ts';
import type { RunHeader } from '../../journal/journal-line.ts';
import { columnsOf, isColoured, joined } from '../../reports/terminal/lines.ts';
import { headLines } from '../../reports/terminal/terminal.ts';
import { normalBaseUrl } from '../../settings/base-url.ts';
import { loadProfile, recordedProfile } from '../../settings/load-profile.ts';
import { type Environment, environmentWithFile } from '../../settings/run-environment.ts';
import { NoVerdict } from '../../settings/run-errors.ts';
import { readSettings } from '../../settings/settings.ts';
import { suiteVersion } from '../../settings/suite.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { variableOf } from '../../settings/worker-configuration.ts';
import { exitStatus, explained } from '../output/exit-status.ts';
import { orMalformed } from '../output/or-malformed.ts';
import { warn } from '../output/say.ts';
import { endRun } from '../run/end-run.ts';
import { type Attempt, leaveResults } from '../run/failed-run.ts';
import { type PreparedRun, prepareRun } from '../run/prepare-run.ts';
import { readWhile } from '../run/read-run.ts';
import { type RunOptions, refuseWrongUsage, withOptions } from '../run/refuse-wrong-usage.ts';
import { resumeRun } from '../run/resume-run.ts';
import { runChecks } from '../run/run-playwright.ts';

/**
 * Tests a target, or the embedded reference server if none is configured; resolves to the exit status. If that is not possible,
 * the results folder says why.
 */
export async function run(options: RunOptions): Promise<number> {
  const attempt: Attempt = { options, isBegun: false };
  try {
    return await conduct(attempt);
  } catch (error) {
    const status = await leaveResults(error, attempt);
    // A breach that a resumed run had found stays one.
    if (status !== exitStatus.nonConformant) throw error;
    warn(...explained(error).lines);
    return status;
  }
}

async function conduct(attempt: Attempt): Promise<number> {
  const { options } = attempt;
  const before = overlay(environmentWithFile(), options);
  refuseWrongUsage(before, options);
  const given = answering(before, options);
  const resumed = options.resume === true ? goOn(given, options) : undefined;
  const environment = resumed === undefined ? given : asBefore(given, resumed);
  let prepared: PreparedRun | undefined;
  try {
    prepared = await prepareRun(environment, {
      only: resumed?.run.only ?? options.only,
      shard: resumed?.run.shard ?? options.shard,
      resumed: resumed !== undefined,
      onBegin: () => {
        attempt.isBegun = true;
      },
      onInterrupt: () => leaveResults(new NoVerdict('The run was interrupted.'), attempt),
      waitsForExpiry: options.waitsForExpiry,
      undisguised: options.undisguised,
    });
    const variables = variableOf({ ...prepared.configuration, reportDecides: true });
    const running = runChecks(variables);
    const { stdout } = process;
    stdout.write(
      joined(headLines(prepared.header), { columns: columnsOf(stdout), colour: isColoured(stdout) }),
    );
    const [ended, reader] = await Promise.all([running, readWhile(running, prepared.folder)]);
    return await endRun(prepared, reader, ended, options);
  } finally {
    await prepared?.close();
  }
}

/** Resumes the run in the folder. It must be against this target; options that define a run cannot be changed. */
function goOn(environment: Environment, options: RunOptions): RunHeader {
  const other = (
    ['only', 'seed', 'nonce', 'challenge', 'effort', 'shard', 'disguise', 'spread'] as const
  ).filter((name) => options[name] !== undefined);
  if (other.length > 0)
    throw new UsageError([`--resume keeps the --${other.join(', --')} of the run. Leave it out.`]);
  if (environment.TARGET_PROVISIONER !== undefined)
    throw new UsageError([
      'A run with TARGET_PROVISIONER cannot be resumed: what it created may be gone. Remove the rest with `ledger-conformance provision clean`, and start a new run.',
    ]);
  const folder = resolve(readSettings(environment).output);
  const resumed = orMalformed([folder], () => resumeRun(folder));
  const { target, profile } = resumed;
  if (environment.TARGET_PROFILE === undefined) recordedProfile(profile);
  const before = target.kind === 'reference' ? undefined : target.baseUrl;
  const { TARGET_BASE_URL: given } = environment;
  const now = given === undefined ? undefined : normalBaseUrl(given);
  if (before !== now)
    throw new UsageError([
      `The run in ${folder} tests ${before ?? 'the reference server'}, but TARGET_BASE_URL is ${now ?? 'not set'}. Set it as it was.`,
    ]);
  return resumed;
}

/** The environment of a run that answers a challenge; resuming one keeps its seed and nonce. */
function answering(environment: Environment, options: RunOptions): Environment {
  if (options.challenge === undefined || options.resume === true) return environment;
  if (environment.CONFORMANCE_NONCE !== undefined || environment.CONFORMANCE_SEED !== undefined)
    throw new UsageError([
      'Seed and nonce of a run that answers a challenge follow from it. Leave out --seed and --nonce, and unset CONFORMANCE_SEED and CONFORMANCE_NONCE.',
    ]);
  const { challenge, runNonce, runSeed } = challengeIn(options.challenge);
  const { run } = challenge;
  const effort = environment.CONFORMANCE_EFFORT ?? run.effort;
  const profile = loadProfile(environment.TARGET_PROFILE).id;
  const problem = conductProblem(run, { suite: suiteVersion, profile, effort });
  if (problem !== undefined) throw new UsageError([problem]);
  return {
    ...environment,
    CONFORMANCE_SEED: runSeed,
    CONFORMANCE_NONCE: runNonce,
    CONFORMANCE_EFFORT: effort,
  };
}

/** The challenge that a run which begins now answers. @throws UsageError if it cannot be used */
function challengeIn(path: string): OpenedChallenge {
  try {
    const { opened } = readChallenge(path);
    const problem = beginProblem(opened, new Date());
    if (problem !== undefined) throw new UsageError([problem]);
    return opened;
  } catch (error) {
    if (error instanceof BundleRefused) throw new UsageError([error.message]);
    throw error;
  }
}

function asBefore(environment: Environment, { run, profile }: RunHeader): Environment {
  return {
    ...environment,
    CONFORMANCE_SEED: run.seed,
    CONFORMANCE_NONCE: run.nonce,
    CONFORMANCE_EFFORT: run.effort,
    ...(run.cases === undefined ? {} : { CONFORMANCE_CASES: String(run.cases) }),
    CONFORMANCE_DISGUISE: run.disguise === true ? 'on' : 'off',
    CONFORMANCE_SPREAD: run.spread,
    CONFORMANCE_USER_AGENT: run.userAgent,
    // A profile given as a path must be given again.
    TARGET_PROFILE: environment.TARGET_PROFILE ?? profile,
  };
}

/** Options override the environment, which overrides .env. */
function overlay(environment: Environment, options: RunOptions): Environment {
  const { undisguised, disguise } = options;
  const asked = undisguised !== undefined ? 'off' : disguise === true ? 'on' : undefined;
  return withOptions(
    asked === undefined ? environment : { ...environment, CONFORMANCE_DISGUISE: asked },
    options,
  );
}
