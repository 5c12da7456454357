import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readExchanges } from '../../journal/exchanges.ts';
import { fileJournal } from '../../journal/journal.ts';
import type { Footer, RunFailure } from '../../journal/journal-line.ts';
import type { FinalLiveness } from '../../preflight/final-liveness.ts';
import type { Aggregation } from '../../reports/report/aggregation.ts';
import type { AggregateOptions } from '../../reports/report/build-report.ts';
import { writeReport } from '../../reports/report/report-file.ts';
import { viewOf } from '../../reports/report/view.ts';
import { renderSummary, type SummaryLayout } from '../../reports/terminal/terminal.ts';
import { formatFiles } from './format-files.ts';
import type { ReportedRun } from './formats.ts';
import type { RunReader } from './read-run.ts';

/** How a run ended. */
interface Ending {
  readonly interrupted: boolean;
  /** The final liveness check; an interrupted run has none. */
  readonly liveness?: FinalLiveness;
  /** Why it could not begin or go on. */
  readonly failure?: RunFailure;
}

/**
 * Ends the journal of a folder with its footer.
 * @param exchanges counts and digests the exchanges, when all are written
 */
export function endJournal(
  folder: string,
  { interrupted, liveness, failure }: Ending,
  exchanges: () => Footer['exchanges'] = () => readExchanges(folder).digest,
): void {
  const journal = fileJournal(folder);
  for (const exchange of liveness?.exchanges ?? []) journal.exchange(exchange);
  journal.flush();
  journal.line({
    type: 'footer',
    finishedAt: new Date().toISOString(),
    ended: interrupted ? 'interrupted' : 'complete',
    failure,
    ...livenessIn(liveness),
    exchanges: exchanges(),
  });
  journal.flush();
}

/** What the footer says about the final liveness check. */
export function livenessIn(liveness: FinalLiveness | undefined): Pick<Footer, 'targetGone' | 'stopped'> {
  if (liveness === undefined) return {};
  const { isGone, stopped } = liveness;
  return {
    targetGone: isGone || undefined,
    stopped: Object.keys(stopped).length === 0 ? undefined : stopped,
  };
}

/** Ends the journal, aggregates what is left of it, and writes report.json. */
export function finishRun(reader: RunReader, options: AggregateOptions & Ending): ReportedRun {
  endJournal(reader.folder, options, reader.exchanges);
  return reportOn(reader.folder, reader, options);
}

/** Writes the report.json of a folder that was read. */
export function reportOn(folder: string, read: Aggregation, options: AggregateOptions): ReportedRun {
  const aggregated = read.report(options);
  writeReport(folder, aggregated.report);
  return { folder, view: viewOf(aggregated) };
}

/** The summary of a finished run for a terminal. */
export function summary(
  { folder, view }: ReportedRun,
  layout: Omit<SummaryLayout, 'folder' | 'page'>,
): string {
  const [htmlFile] = formatFiles.html;
  const page = existsSync(join(folder, htmlFile)) ? { page: htmlFile } : {};
  return renderSummary(view, { ...layout, folder, ...page });
}
