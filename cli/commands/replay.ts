import { resolve } from 'node:path';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { checksFor, findingsMeant, isOf, type Meant } from '../../reports/replay/replay.ts';
import { readReport } from '../../reports/report/read-report.ts';
import type { Report } from '../../reports/report/report.ts';
import { columnsOf, joined } from '../../reports/terminal/lines.ts';
import { wrapped } from '../../reports/terminal/wrapped.ts';
import { type Check, checkId } from '../../session/check.ts';
import { type CheckResult, runCheck } from '../../session/run-check.ts';
import { openWorkerSession } from '../../session/worker-session.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { type Environment, environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { exitStatus } from '../output/exit-status.ts';
import { orMalformed } from '../output/or-malformed.ts';
import { finishRun } from '../run/finish-run.ts';
import { prepareRun } from '../run/prepare-run.ts';
import { readRun } from '../run/read-run.ts';
import { answersNow, brokenAgain, conclusion, replayedLines } from './replay/replay-lines.ts';

export interface ReplayOptions {
  readonly output: string;
}

/**
 * Resends the requests of a finding with the seed, nonce and effort of its run, and prints whether it is reproduced: 1
 * if it is, 0 if not, 3 if undecided.
 */
export async function replay(folder: string, id: string, options: ReplayOptions): Promise<number> {
  const before = readReport(folder);
  const meant = orMalformed([folder], () => findingsMeant(folder, before, id));
  const checks = checksFor(meant);
  if (resolve(options.output) === resolve(folder))
    throw new UsageError([
      `--output is the folder of the run itself. Choose another, so that the run is kept.`,
    ]);
  const environment = environmentFor(before, options.output);
  const { report, states } = await conduct(environment, checks);
  const columns = columnsOf(process.stdout);
  const again = report.results.filter(
    (result) => result.findings.length > 0 && meant.some((each) => isOf(each, result)),
  );
  const undecided = again.length > 0 ? undefined : whyUndecided(report, meant, states);
  const lines = [
    ...replayedLines(before, report, checks, columns),
    ...again.flatMap((result) => brokenAgain(result, meant, { report, folder: options.output, columns })),
    ...(again.length > 0 ? [] : answersNow(meant, options.output, columns)),
    ...wrapped('', undecided ?? conclusion(again, meant), columns, 'bold'),
  ];
  process.stdout.write(joined(lines, false));
  if (undecided !== undefined) return exitStatus.noVerdict;
  return again.length > 0 ? exitStatus.nonConformant : exitStatus.conformant;
}

/** These determine what is sent; the target is the currently configured one. */
function environmentFor({ run, target, profile }: Report, output: string): Environment {
  const environment: Environment = {
    ...environmentWithFile(),
    CONFORMANCE_SEED: run.seed,
    CONFORMANCE_NONCE: run.nonce,
    CONFORMANCE_EFFORT: run.effort,
    CONFORMANCE_DISGUISE: run.disguise === true ? 'on' : 'off',
    CONFORMANCE_USER_AGENT: run.userAgent,
    CONFORMANCE_OUTPUT: output,
    // Waivers do not affect a replay.
    CONFORMANCE_WAIVERS: undefined,
  };
  const settings = readSettings(environment, { CONFORMANCE_OUTPUT: '--output' });
  if (settings.target === undefined && target.kind === 'target')
    throw new UsageError([
      `The run tested ${plainLine(target.baseUrl)}. Set TARGET_BASE_URL and a token to replay it.`,
    ]);
  const now = loadProfile(settings.profile).id;
  if (now !== profile)
    throw new UsageError([
      `The run used the profile ${profile}, but ${now} is configured. Set TARGET_PROFILE to that of the run.`,
    ]);
  return environment;
}

async function conduct(
  environment: Environment,
  checks: readonly Check[],
): Promise<{ report: Report; states: readonly CheckResult[] }> {
  const only = checks.map(checkId).join(',');
  const prepared = await prepareRun(environment, { only });
  try {
    const worker = openWorkerSession(prepared.configuration, 1);
    const states: CheckResult[] = [];
    try {
      for (const check of checks) states.push(await runCheck(worker.session, check));
    } finally {
      await worker.close();
    }
    const { folder, profile } = prepared;
    const report = finishRun(readRun(folder), {
      strict: false,
      requireAll: false,
      only,
      interrupted: false,
      profile,
    });
    return { report, states };
  } finally {
    await prepared.close();
  }
}

/** Why the result is undecided; undefined if it is not. */
function whyUndecided(
  report: Report,
  meant: readonly Meant[],
  states: readonly CheckResult[],
): string | undefined {
  const unfinished = states.find(({ state }) => state !== 'done');
  const open = report.results.find(
    (result) => result.outcome === 'inconclusive' && meant.some((each) => isOf(each, result)),
  );
  const reason = unfinished?.reason ?? open?.reason;
  if (unfinished === undefined && open === undefined) return undefined;
  return `Could not be decided: ${plainLine(reason ?? 'no reason given', 300)}`;
}
