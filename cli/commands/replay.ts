import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Check, caseIdOf, checkId, checkIdOf } from '../../engine/check.ts';
import { isConducted } from '../../engine/named-checks.ts';
import { type CheckResult, runCheck } from '../../engine/run-check.ts';
import { openWorkerSession } from '../../engine/worker-session.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import type { Evidence } from '../../reports/report/aggregation.ts';
import {
  type Report,
  type ReportFinding,
  type ReportResult,
  saysTheSame,
} from '../../reports/report/report.ts';
import { readReport } from '../../reports/report/report-file.ts';
import type { ReportView, ShownResult } from '../../reports/report/view.ts';
import { exchangeLines, findingLines } from '../../reports/terminal/finding-lines.ts';
import { blank, columnsOf, joined, line, type TerminalLine, wrapped } from '../../reports/terminal/lines.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { type Environment, environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { suiteName, suiteVersion } from '../../settings/suite.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { allChecks } from '../../specs/all.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { orMalformed } from '../output/or-malformed.ts';
import { finishRun } from '../run/finish-run.ts';
import type { ReportedRun } from '../run/formats.ts';
import { prepareRun } from '../run/prepare-run.ts';
import { readRun } from '../run/read-run.ts';

/**
 * Resends the requests of a finding with the seed, nonce and effort of its run, and prints whether it is reproduced: 1
 * if it is, 0 if not, 3 if undecided.
 */
export async function replay(folder: string, id: string, options: Options<'replay'>): Promise<number> {
  const before = readReport(folder);
  const meant = orMalformed([folder], () => findingsMeant(folder, before, id));
  const checks = checksFor(meant);
  if (resolve(options.output) === resolve(folder))
    throw new UsageError([
      `--output is the folder of the run itself. Choose another, so that the run is kept.`,
    ]);
  const environment = environmentFor(before, options.output);
  const { run, states } = await conduct(environment, checks);
  const { view } = run;
  const again = view.results.filter(
    (result) => result.findings.length > 0 && meant.some((each) => isOf(each, result)),
  );
  const undecided = again.length > 0 ? undefined : whyUndecided(view, meant, states);
  const lines = [
    ...replayedLines(before, view, checks),
    ...again.flatMap((result) => brokenAgain(result, meant, view)),
    ...(again.length > 0 ? [] : answersNow(meant, view.evidence)),
    wrapped('', undecided ?? conclusion(again, meant), 'bold'),
  ];
  process.stdout.write(joined(lines, { columns: columnsOf(process.stdout), colour: false }));
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
): Promise<{ run: ReportedRun; states: readonly CheckResult[] }> {
  const only = checks.map(checkId).join(',');
  const prepared = await prepareRun(environment, { only });
  try {
    const worker = openWorkerSession(prepared.configuration, false);
    const states: CheckResult[] = [];
    try {
      for (const check of checks) states.push(await runCheck(worker.session, check));
    } finally {
      await worker.close();
    }
    const { folder, profile } = prepared;
    const options = { strict: false, requireAll: false, interrupted: false, profile };
    return { run: finishRun(readRun(folder), options), states };
  } finally {
    await prepared.close();
  }
}

/** What identifies a finding of a finished run. */
type Meant = Parameters<typeof saysTheSame>[0] &
  Pick<ReportResult, 'requirement' | 'operation'> &
  Pick<ReportFinding, 'exchanges'>;

/**
 * The findings of an exchange, a case, or a requirement (optionally followed by `@operation`), by its id.
 * @throws UsageError if the run has no such finding
 */
function findingsMeant(folder: string, report: Report, id: string): Meant[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError([`${folder} is not a folder. Give the results folder of a run.`]);
  const found = id.includes('/') ? ofCase(folder, report, id) : ofRequirement(report, id);
  if (found.length > 0) return found;
  const broken = report.results.filter(({ findings }) => findings.length > 0);
  const some = broken.slice(0, 10).map(({ requirement, operation }) => `${requirement}@${operation}`);
  const there = some.length === 0 ? 'It has no findings.' : `It has findings of ${some.join(', ')}.`;
  throw new UsageError([
    `The run in ${folder} has no finding ${id}. ${there} Give a requirement, a case or an exchange of one.`,
  ]);
}

function ofRequirement(report: Report, id: string): Meant[] {
  const [wanted, on] = id.split('@');
  return report.results
    .filter(({ requirement, operation }) => requirement === wanted && (on === undefined || on === operation))
    .flatMap(({ requirement, operation, findings }) =>
      findings.map((finding) => ({ ...finding, requirement, operation })),
    );
}

/** The journal lists all exchanges of a finding, the report only the first twenty. */
function ofCase(folder: string, report: Report, id: string): Meant[] {
  const wanted = id.includes('#') ? caseIdOf(id) : id;
  const reported = report.results.filter(({ findings }) => findings.length > 0);
  for (const line of journalLines(folder, 'judgement')) {
    if (line.case !== wanted) continue;
    return line.findings.filter(
      (finding) =>
        (wanted === id || finding.exchanges.includes(id)) && reported.some((result) => isOf(result, finding)),
    );
  }
  return [];
}

/**
 * The checks to conduct to reproduce findings: for each, the check of its own requirement if that showed it, else the
 * check that did, or all checks of its operation if none is known.
 */
function checksFor(meant: readonly Meant[]): Check[] {
  const wanted = new Set(
    meant.flatMap((finding) => {
      const showing = finding.exchanges.map((exchange) => checkIdOf(caseIdOf(exchange)));
      const known = allChecks.filter((check) => showing.includes(checkId(check)));
      if (known.length === 0) return allChecks.filter(({ operation }) => operation === finding.operation);
      return [known.find(({ requirement }) => requirement === finding.requirement) ?? known[0]];
    }),
  );
  const only = [...wanted].flatMap((check) => (check === undefined ? [] : [checkId(check)])).join();
  return allChecks.filter((check) => isConducted(only, check));
}

/** Whether two findings are of the same requirement on the same operation. */
function isOf(one: Pick<Meant, 'requirement' | 'operation'>, other: typeof one): boolean {
  return checkId(one) === checkId(other);
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

/** What was replayed and where, and why it may differ from the run. */
function replayedLines(before: Report, { target, run }: Report, checks: readonly Check[]): TerminalLine[] {
  const said = [
    `replayed on ${target.baseUrl}: ${checks.map(checkId).join(', ')}; seed ${run.seed}, nonce ${run.nonce}`,
    ...(before.target.baseUrl === target.baseUrl ? [] : [`The run tested ${before.target.baseUrl}.`]),
    ...(before.suite.version === suiteVersion
      ? []
      : [
          `The run used ${before.suite.name} ${before.suite.version}, this is ${suiteName} ${suiteVersion}: the requests may differ.`,
        ]),
  ];
  return said.map((sentence) => wrapped('', plainLine(sentence)));
}

/** A requirement that failed again: the replayed finding if it is reproduced, else the first one. */
function brokenAgain(result: ShownResult, meant: readonly Meant[], view: ReportView): TerminalLine[] {
  const wanted = meant.filter((each) => isOf(each, result));
  const same = result.findings.find((finding) => wanted.some((one) => saysTheSame(one, finding)));
  const finding = same ?? result.findings[0];
  if (finding === undefined) return [];
  return [
    blank,
    line(`${result.outcome.toUpperCase()} ${result.requirement} · ${result.operation}`),
    ...findingLines(finding, view),
    blank,
  ];
}

/** How many of the requests are shown if nothing is found. */
const shown = 3;

/**
 * The same requests with their current responses; ids are those of the run. Of each finding, the first that was sent again: a
 * smaller counterexample is sent only where something is found.
 */
function answersNow(meant: readonly Meant[], evidence: Evidence): TerminalLine[] {
  const sent = new Set(evidence.ids());
  const first = meant.flatMap(({ exchanges }) => exchanges.find((id) => sent.has(id)) ?? []);
  const each = [...new Set(first)].slice(0, shown).flatMap((id) => evidence.exchange(id) ?? []);
  return each.flatMap((exchange) => [blank, ...exchangeLines(exchange), blank]);
}

/** The result of the replay as a sentence. */
function conclusion(again: readonly ReportResult[], meant: readonly Meant[]): string {
  if (again.length === 0) return 'Not reproduced. An intermittent finding may need several replays.';
  const same = again.some((result) =>
    result.findings.some((finding) => meant.some((one) => isOf(one, result) && saysTheSame(one, finding))),
  );
  return same ? 'Reproduced.' : 'The requirement fails again, but in a different way than in the run.';
}
