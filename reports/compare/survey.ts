import { exchangesFile, runFile } from '../../journal/journal.ts';
import { newLines, type RunFiles } from '../../journal/journal-lines.ts';
import { timingOfLine } from '../../journal/stored-exchange.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { countLines } from '../report/aggregation.ts';
import type { Times } from '../report/durations.ts';
import type { Report } from '../report/report.ts';
import type { Tally } from '../report/tally.ts';

/** A run to compare. A report alone gives less evidence for causes than a report with its journal. */
export interface ComparedRun {
  readonly report: Report;
  /** What its journal says beyond the report. */
  readonly journal?: {
    readonly only: string | null;
    readonly facts: TargetFacts | undefined;
    readonly tally: Tally;
  };
  /** Undefined if the exchanges were not kept. */
  readonly times?: Times;
}

/** A report with as much of its journal as there is, read once. */
export function withJournal(report: Report, files: RunFiles): ComparedRun {
  const counting = countLines();
  const lines = newLines(files);
  let only: string | null = null;
  let facts: TargetFacts | undefined;
  const [hasLines, hasExchanges] = [files.has(runFile), files.has(exchangesFile)];
  for (const { line } of hasLines ? lines.ofRun(true) : []) {
    if (line.type === 'run') only = line.run.only;
    else if (line.type === 'preflight') facts = line.facts;
    else counting.take(line);
  }
  for (const { bytes } of hasExchanges ? lines.ofExchanges() : []) {
    const timing = timingOfLine(bytes);
    if (timing !== undefined) counting.time(timing);
  }
  const { tally } = counting;
  return {
    report,
    journal: hasLines ? { only, facts, tally } : undefined,
    times: hasExchanges ? tally.counted.times : undefined,
  };
}
