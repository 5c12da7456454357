import { endingKey, endingsOf, meantBy, namedChecks } from '../../engine/named-checks.ts';
import { fileJournal } from '../../journal/journal.ts';
import type { RunFailure } from '../../journal/journal-line.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { AggregateOptions } from '../../reports/report/build-report.ts';
import type { ReportView } from '../../reports/report/view.ts';
import { columnsOf, indented, isColoured } from '../../reports/terminal/lines.ts';
import { requirement as entry, needsOf } from '../../requirements/catalogue.ts';
import { UnwritableResults } from '../../settings/run-errors.ts';
import type { WorkerConfiguration } from '../../settings/worker-configuration.ts';
import { exitStatus, withUnwritten } from '../output/exit-status.ts';
import { say, warn } from '../output/say.ts';
import { finishRun, summary } from './finish-run.ts';
import { writeFormats } from './formats.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { RunReader } from './read-run.ts';
import type { RunOptions } from './refuse-wrong-usage.ts';
import { resumeCommand } from './resume-run.ts';
import type { PlaywrightEnd } from './run-playwright.ts';

/** Whether a MUST was not exercised or is inconclusive, other than for want of an expired token: then there is one soon. */
function lacksMusts(reader: RunReader, options: AggregateOptions): boolean {
  return reader
    .report(options)
    .report.results.some(
      ({ requirement, operation, level, outcome }) =>
        level === 'MUST' &&
        (outcome === 'inconclusive' ||
          (outcome === 'not-exercised' && !needsOf(entry(requirement), operation).includes('expired-token'))),
    );
}

/**
 * Ends a run after its tests: journal, report, formats, summary. Resolves to the exit status.
 * @throws UnwritableResults if they ended because of that
 */
export async function endRun(
  prepared: PreparedRun,
  reader: RunReader,
  ended: PlaywrightEnd,
  options: RunOptions,
): Promise<number> {
  const { strict = false, requireAll = false, format = ['junit'], history } = options;
  if (ended.unwritable !== undefined) throw new UnwritableResults(ended.unwritable);
  if (!ended.interrupted) noteUnendedChecks(reader, prepared.configuration);
  const counted = { strict, requireAll, profile: prepared.profile };
  // If no certificate is possible anyway, waiting for minutes is useless.
  if (!ended.interrupted && prepared.useTokenAgain !== undefined && !lacksMusts(reader, counted))
    await prepared.useTokenAgain();
  if (!ended.interrupted && prepared.settings.disguise) await prepared.compareUndisguised(reader.broken());
  const run = finishRun(reader, {
    ...counted,
    interrupted: ended.interrupted,
    ...failureOf(ended),
    liveness: ended.interrupted ? undefined : await prepared.checkLiveness(reader.unanswered()),
  });
  const unwritten = writeFormats(format, run, history);
  const { stdout } = process;
  const layout = { columns: columnsOf(stdout), colour: isColoured(stdout), isHeadShown: true };
  stdout.write(summary(run, layout));
  if (ended.interrupted) say(...interruptedLines(prepared, reader.kept(), resumeCommand(options)));
  // Repeated from before the tests, since these may be the cause of the findings.
  const { status } = run.view.gate;
  if (status !== exitStatus.conformant) warn(...prepared.mistakes, ...refusedBodies(run.view));
  return withUnwritten(status, unwritten);
}

/**
 * Records in the journal each selected check and soak partition that did not record its end, because its worker was
 * killed. It must not count as passed: a finding may have been lost.
 */
function noteUnendedChecks(
  { folder, ended }: RunReader,
  { only, shard, settings }: WorkerConfiguration,
): void {
  const had = ended();
  const meant = endingsOf({ only, shard, isSoak: settings.effort === 'soak' });
  const unended = meant.filter((each) => !had.has(endingKey(each)));
  if (unended.length === 0) return;
  const reason = 'its process ended first, and its unwritten results were lost.';
  const journal = fileJournal(folder);
  for (const { requirement, operation, partition } of unended)
    journal.line({ type: 'check', requirement, operation, partition, state: 'error', reason });
  journal.flush();
}

/** Findings fail no test of a run, so what fails is the suite, or something that has ended one of its processes. */
function failureOf({ status, interrupted }: PlaywrightEnd): { readonly failure?: RunFailure } {
  if (status === 0 || interrupted) return {};
  const cause = `A worker process failed or was killed (status ${status} of Playwright), so cases may be missing. Run again.`;
  return { failure: { status: exitStatus.suiteFailed, causes: [cause] } };
}

/** What an interrupted run has kept, and how to continue it. */
function interruptedLines(
  { settings, configuration }: Pick<PreparedRun, 'settings' | 'configuration'>,
  kept: number,
  command: string,
): string[] {
  const { output, target } = settings;
  const meant = namedChecks.filter(meantBy(configuration));
  const said = `Interrupted: the results of ${kept} of ${meant.length} checks are kept in ${output}.`;
  return [
    ...indented(said, 0),
    ...(target?.provisioner === undefined
      ? ['Continue with:', `  ${command}`]
      : indented('A run with TARGET_PROVISIONER cannot be continued; start a new one.', 0)),
  ];
}

/**
 * A mistake that shows only during a run: every valid submission was rejected, so the configured execute bodies may no
 * longer be valid. Returns a sentence with cause and remedy, or nothing.
 */
export function refusedBodies({ results, target, evidence }: ReportView): string[] {
  const success = results.find(({ requirement, operation }) => {
    const { success, validControl } = definitionOf(operation);
    return validControl === 'last' && requirement === success.requirement;
  });
  if (success?.outcome !== 'failed' || target.kind === 'reference') return [];
  // The examples of a finding are few: where more answers were judged than findings are about, some were successes.
  const affected = success.findings.reduce((sum, each) => sum + (each.affected ?? 0), 0);
  if (affected < success.answersJudged) return [];
  const statuses = success.findings.flatMap(({ exchanges }) =>
    exchanges.map((id) => evidence.exchange(id)?.answer?.status ?? 0),
  );
  if (statuses.length === 0 || !statuses.every((status) => status >= 400 && status < 500)) return [];
  const cause = statuses.every((status) => status === 409)
    ? 'it has probably been used already, and a target may accept each prepared transaction only once'
    : 'it may have been used already, be too old, or be signed by a party that the target does not know';
  return [
    `The target rejected every valid submission of TARGET_EXECUTE_REQUEST with ${[...new Set(statuses)].join(' and ')}: ${cause}. Prepare and sign a new one, or let TARGET_PROVISIONER do it.`,
  ];
}
