import { timingOfLine } from '../../journal/exchange-timing.ts';
import { chosenExchanges } from '../../journal/exchanges.ts';
import type { JournalLine } from '../../journal/journal-line.ts';
import { mergeFrames } from '../../journal/merge-frames.ts';
import type { NewLines } from '../../journal/new-lines.ts';
import { collectFrame, problemsOf } from '../../journal/run-frame.ts';
import { recordedProfile } from '../../settings/load-profile.ts';
import { createAggregates } from './aggregate.ts';
import type { AggregateOptions } from './aggregate-options.ts';
import { buildReport } from './build-report.ts';
import { createDurations } from './durations.ts';
import type { Report } from './report.ts';
import { compareRun } from './run-comparison.ts';

/** The report of results folders, read in parts: a run can be aggregated while it is written. */
export interface Aggregation {
  /**
   * Takes what has been written since the last call.
   * @param ms stops after this time; the next call goes on
   * @throws UsageError if a folder contains no journal, or a line of it is wrong
   */
  catchUp(ms?: number): void;
  /** The report, after everything that is left. @throws UsageError as above, or if the folders are of different runs */
  report(options: AggregateOptions): Report;
}

/** A results folder, and what is left to read of it. */
export interface FolderToRead {
  readonly folder: string;
  readonly lines: NewLines;
}

/** @param eachLine gets every line of the journals, so that they are read once */
export function createAggregation(
  folders: readonly FolderToRead[],
  eachLine?: (line: JournalLine) => void,
): Aggregation {
  const aggregates = createAggregates();
  const comparison = compareRun();
  const durations = createDurations();
  const parts = folders.map(({ folder, lines }) => ({ folder, lines, collector: collectFrame(folder) }));

  function catchUp(ms: number, isEnded: boolean): void {
    const end = performance.now() + ms;
    for (const { lines, collector } of parts) {
      for (const line of lines.ofRun(isEnded)) {
        collector.take(line);
        aggregates.take(line);
        if (line.type === 'case') comparison.takeCase(line);
        eachLine?.(line);
        if (performance.now() > end) return;
      }
      for (const bytes of lines.ofExchanges()) {
        const timing = timingOfLine(bytes);
        if (timing !== undefined) durations.take(timing);
        if (performance.now() > end) return;
      }
    }
  }

  return {
    catchUp: (ms = Number.POSITIVE_INFINITY) => catchUp(ms, false),
    report(options) {
      catchUp(Number.POSITIVE_INFINITY, true);
      const problems = new Set<string>();
      let exchanges = 0;
      const frames = parts.map(({ lines, collector }) => {
        const frame = collector.frame();
        const counted = lines.digest();
        exchanges += counted.count;
        for (const problem of problemsOf(frame.footer, counted)) problems.add(problem);
        return frame;
      });
      const merged = mergeFrames(frames);
      for (const problem of merged.problems) problems.add(problem);
      const profile = options.profile ?? recordedProfile(merged.header.profile);
      // A second pass, because cases may follow their exchanges, and most exchanges need not be read again.
      for (const { folder } of parts) {
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
    },
  };
}
