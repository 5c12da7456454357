import { timingOf } from '../../journal/exchange-timing.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { recordedProfile } from '../../settings/load-profile.ts';
import { createAggregates } from './aggregate.ts';
import type { AggregateOptions } from './aggregate-options.ts';
import { buildReport } from './build-report.ts';
import { createDurations } from './durations.ts';
import type { Report } from './report.ts';
import { compareRun } from './run-comparison.ts';

/** The report of a journal. It does not depend on the order of lines, the machine or the time. */
export function aggregateReport(journal: RunJournal, options: AggregateOptions): Report {
  const aggregates = createAggregates();
  const comparison = compareRun();
  for (const line of journal.cases) {
    aggregates.take(line);
    comparison.takeCase(line);
  }
  for (const line of journal.judgements.values()) aggregates.take(line);
  for (const line of journal.checks) aggregates.take(line);
  for (const line of journal.sums ?? []) aggregates.take(line);
  const profile = options.profile ?? recordedProfile(journal.header.profile);
  for (const id of [...comparison.wanted()]) {
    const exchange = journal.exchanges.get(id);
    if (exchange !== undefined) comparison.take(exchange);
  }
  aggregates.takeComparison(comparison.findings(journal.preflight?.facts));
  aggregates.takeDressDifferences();
  const durations = createDurations();
  for (const id of journal.exchanges.keys()) {
    const exchange = journal.exchanges.get(id);
    if (exchange !== undefined) durations.take(timingOf(exchange));
  }
  const report = buildReport(
    { ...journal, aggregates, exchanges: journal.exchanges.size + aggregates.summedExchanges(), profile },
    options,
  );
  return durations.addTo(report);
}
