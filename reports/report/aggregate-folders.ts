import { timingOf, timingOfLine } from '../../journal/exchange-timing.ts';
import { chosenExchanges, exchangesDigest } from '../../journal/exchanges.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { mergeFrames } from '../../journal/merge-frames.ts';
import { collectFrame, problemsOf } from '../../journal/run-frame.ts';
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

/**
 * The same for a results folder, or the folders of a run's shards. They are read line by line, so memory does not grow
 * with the run.
 * @throws UsageError if a folder contains no journal, or the folders are of different runs
 */
export function aggregateFolders(folders: readonly string[], options: AggregateOptions): Report {
  const aggregates = createAggregates();
  const comparison = compareRun();
  const durations = createDurations();
  const problems = new Set<string>();
  let exchanges = 0;
  const frames = folders.map((folder) => {
    const collector = collectFrame(folder);
    for (const line of journalLines(folder)) {
      collector.take(line);
      aggregates.take(line);
      if (line.type === 'case') comparison.takeCase(line);
    }
    const frame = collector.frame();
    const counted = exchangesDigest(folder, (bytes) => {
      const timing = timingOfLine(bytes);
      if (timing !== undefined) durations.take(timing);
    });
    exchanges += counted.count;
    for (const problem of problemsOf(frame.footer, counted)) problems.add(problem);
    return frame;
  });
  const merged = mergeFrames(frames);
  for (const problem of merged.problems) problems.add(problem);
  const profile = options.profile ?? recordedProfile(merged.header.profile);
  // A second pass, because cases may follow their exchanges, and most exchanges need not be read again.
  for (const folder of folders) {
    for (const exchange of chosenExchanges(folder, comparison.wanted())) comparison.take(exchange);
  }
  aggregates.takeComparison(comparison.findings(merged.preflight?.facts));
  aggregates.takeDressDifferences();
  const ends = { incomplete: problems.size > 0, problems: [...problems].sort() };
  const report = buildReport(
    { ...merged, ...ends, aggregates, exchanges: exchanges + aggregates.summedExchanges(), profile },
    options,
  );
  return durations.addTo(report);
}
