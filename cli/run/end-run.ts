import type { RunFailure } from '../../journal/journal-line.ts';
import { aggregateFolders } from '../../reports/report/aggregate-folders.ts';
import type { AggregateOptions } from '../../reports/report/aggregate-options.ts';
import { columnsOf, isColoured } from '../../reports/terminal/lines.ts';
import { requirement as entry, needsOf } from '../../requirements/catalogue.ts';
import { givenShard } from '../../settings/shard.ts';
import { exitStatus, withUnwritten } from '../output/exit-status.ts';
import { say, warn } from '../output/say.ts';
import { finishRun, summary } from './finish-run.ts';
import { type FormatWriters, writeFormats } from './formats.ts';
import { interruptedLines } from './interrupted-run.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { RunReader } from './read-run.ts';
import { refusedBodies } from './refused-bodies.ts';
import type { PlaywrightEnd } from './run-playwright.ts';
import { noteUnendedChecks } from './unended-checks.ts';

/** The selection of a run, and how to count and report its results. */
export interface EndOptions {
  readonly only: string | undefined;
  readonly shard: string | undefined;
  readonly strict: boolean;
  readonly requireAll: boolean;
  readonly formats: FormatWriters;
  /** A folder of earlier runs, for the HTML report. */
  readonly history: string | undefined;
  /** The command that continues the run if it is interrupted. */
  readonly resumeCommand: string;
}

/** Whether a MUST was not exercised or is inconclusive, other than for want of an expired token: then there is one soon. */
function lacksMusts(folder: string, options: AggregateOptions): boolean {
  return aggregateFolders([folder], options).results.some(
    ({ requirement, operation, level, outcome }) =>
      level === 'MUST' &&
      (outcome === 'inconclusive' ||
        (outcome === 'not-exercised' && !needsOf(entry(requirement), operation).includes('expired-token'))),
  );
}

/** Ends a run after its tests: journal, report, formats, summary. Resolves to the exit status. */
export async function endRun(
  prepared: PreparedRun,
  reader: RunReader,
  ended: PlaywrightEnd,
  options: EndOptions,
): Promise<number> {
  const { only, shard, strict, requireAll } = options;
  const isSoak = prepared.settings.effort === 'soak';
  if (!ended.interrupted) noteUnendedChecks(reader, { only, shard: givenShard(shard), isSoak });
  const counted = { strict, requireAll, only: only ?? null, profile: prepared.profile };
  // If no certificate is possible anyway, waiting for minutes is useless.
  if (!ended.interrupted && prepared.tokenReuse !== undefined && !lacksMusts(prepared.folder, counted))
    await prepared.tokenReuse.end();
  if (!ended.interrupted) await prepared.disguised?.compare();
  const report = finishRun(reader, {
    ...counted,
    interrupted: ended.interrupted,
    ...failureOf(ended),
    ...(ended.interrupted ? {} : { liveness: await prepared.checkLiveness(reader.unanswered()) }),
  });
  const unwritten = writeFormats(options.formats, prepared.folder, report, options.history);
  const { stdout } = process;
  const layout = { columns: columnsOf(stdout), colour: isColoured(stdout), isHeadShown: true };
  stdout.write(summary(prepared.folder, report, layout));
  if (ended.interrupted) say(...interruptedLines(prepared, options.resumeCommand));
  // Repeated from before the tests, since these may be the cause of the findings.
  if (report.gate.status !== exitStatus.conformant)
    warn(...prepared.mistakes, ...refusedBodies(report, prepared.folder));
  return withUnwritten(report.gate.status, unwritten);
}

/** Findings fail no test of a run, so what fails is the suite, or something that has ended one of its processes. */
function failureOf({ status, interrupted }: PlaywrightEnd): { readonly failure?: RunFailure } {
  if (status === 0 || interrupted) return {};
  const cause = `A process that conducts checks failed or was ended (status ${status} of Playwright), so cases may be missing. Run again.`;
  return { failure: { status: exitStatus.suiteFailed, causes: [cause] } };
}
