import { caseIdOf } from '../../engine/check.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { type Exchanges, exchangesAt, type LinePlace } from '../../journal/exchanges.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import type { JournalLine, JudgementLine } from '../../journal/journal-line.ts';
import { filesIn, journalLine, type NewLines, newLines, type RunFiles } from '../../journal/journal-lines.ts';
import { collectFrame, problemsOf, type RunJournal, wholeRun } from '../../journal/run-journal.ts';
import { type ExchangeTiming, timingOf, timingOfLine } from '../../journal/stored-exchange.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { type AggregateOptions, buildReport, type CountedFrame } from './build-report.ts';
import { disguiseDifferences } from './disguise-difference.ts';
import { addTime, withDurations } from './durations.ts';
import { addFinding } from './findings.ts';
import type { Report } from './report.ts';
import { compareRun, type RunComparison } from './run-comparison.ts';
import type { Samples } from './samples.ts';
import { Tally } from './tally.ts';

/** What was read of a run beside its report: single cases and exchanges on demand, and samples of what was counted. */
export interface Evidence {
  /** The ids of all exchanges, in the order of their file. */
  ids(): Iterable<string>;
  exchange(id: string): Exchange | undefined;
  /** The case for which an exchange was sent. */
  caseOf(exchange: string): CaseLine | undefined;
  samplesOf(requirement: string, operation: Operation): Samples;
}

/** A report, and what was read for it. */
export interface Aggregated {
  readonly report: Report;
  readonly evidence: Evidence;
}

/** The report of a results folder, read in parts: a run can be aggregated while it is written. */
export interface Aggregation {
  /**
   * Takes what has been written since the last call.
   * @param ms stops after this time; the next call goes on
   * @throws UsageError if the folder contains no journal, or a line of it is wrong
   */
  catchUp(ms?: number): void;
  /** The report, after everything that is left. @throws UsageError as above */
  report(options: AggregateOptions): Aggregated;
}

/** Reads a results folder line by line, so that memory does not grow with the run. */
export function readFolder(folder: string): Aggregation {
  return createAggregation(newLines(filesIn(folder)));
}

/** The report of a journal, and what was read of it. It does not depend on the order of lines, the machine or the time. */
export function aggregateJournal(journal: RunJournal, options: AggregateOptions): Aggregated {
  const { cases, judgements, checks, sums = [], exchanges } = journal;
  const comparison = compareRun();
  const counting = countLines(comparison);
  for (const lines of [cases, judgements.values(), checks, sums])
    for (const line of lines) counting.take(line);
  for (const id of exchanges.keys()) {
    const exchange = exchanges.get(id);
    if (exchange === undefined) continue;
    counting.time(timingOf(exchange));
    comparison.take(exchange);
  }
  const frame = { ...journal, exchanges: exchanges.size };
  const { tally } = counting;
  const report = reportOf(frame, { tally: tally.copy(), comparison }, options);
  const byId = new Map(cases.map((line) => [line.id, line]));
  return { report, evidence: evidenceOf(exchanges, (id) => byId.get(id), tally) };
}

/** @param eachLine gets every line of the journal, so that it is read once */
export function createAggregation(lines: NewLines, eachLine?: (line: JournalLine) => void): Aggregation {
  const comparison = compareRun();
  const collector = collectFrame(lines.files.name);
  const counting = countLines(comparison);
  const cases = new Map<string, LinePlace>();
  const exchanges = new Map<string, LinePlace>();

  function catchUp(ms: number, isEnded: boolean): void {
    const end = performance.now() + ms;
    for (const { line, offset, length } of lines.ofRun(isEnded)) {
      if (line.type === 'case' && !cases.has(line.id)) cases.set(line.id, { offset, length });
      collector.take(line);
      counting.take(line);
      eachLine?.(line);
      if (performance.now() > end) return;
    }
    for (const { bytes, offset, length } of lines.ofExchanges()) {
      const timing = timingOfLine(bytes);
      if (timing !== undefined) {
        counting.time(timing);
        if (!exchanges.has(timing.id)) exchanges.set(timing.id, { offset, length });
      }
      if (performance.now() > end) return;
    }
  }

  function frameOf(): CountedFrame {
    const frame = wholeRun(collector.frame());
    const digest = lines.digest();
    const problems = problemsOf(frame.footer, digest).sort();
    return { ...frame, problems, exchanges: digest.count };
  }

  return {
    catchUp: (ms = Number.POSITIVE_INFINITY) => catchUp(ms, false),
    report(options) {
      catchUp(Number.POSITIVE_INFINITY, true);
      const frame = frameOf();
      // Only now, because cases may follow their exchanges; in the order of the file, which is read in blocks.
      const { tally } = counting;
      const sent = exchangesAt(exchanges, lines.files.reader(exchangesFile));
      const evidence = evidenceOf(sent, caseReader(lines.files, cases), tally);
      for (const id of evidence.ids()) {
        const exchange = comparison.wants(id) ? evidence.exchange(id) : undefined;
        if (exchange !== undefined) comparison.take(exchange);
      }
      return { report: reportOf(frame, { tally: tally.copy(), comparison }, options), evidence };
    },
  };
}

function evidenceOf(
  exchanges: Exchanges,
  caseOf: (id: string) => CaseLine | undefined,
  tally: Tally,
): Evidence {
  return {
    ids: () => exchanges.keys(),
    exchange: (id) => exchanges.get(id),
    caseOf: (exchange) => caseOf(caseIdOf(exchange)),
    samplesOf: (requirement, operation) => tally.of(requirement, operation).samples,
  };
}

/** Reads single cases of files, to which nothing is added any more; of several lines with one id, the first. */
function caseReader(files: RunFiles, places: ReadonlyMap<string, LinePlace>) {
  const readAt = files.reader(runFile);
  return (id: string): CaseLine | undefined => {
    const place = places.get(id);
    if (place === undefined) return undefined;
    const line = journalLine(readAt(place.offset, place.length), true, () => `A line of ${runFile}`);
    return line?.type === 'case' ? line : undefined;
  };
}

/**
 * Counts the lines of a journal, in any order: a case and its judgement together, and each exchange once.
 * @param comparison gets the cases too
 */
export function countLines(comparison?: RunComparison) {
  const tally = new Tally();
  /** Cases that wait for their judgements, and the reverse. */
  const cases = new Map<string, CaseLine>();
  const judgements = new Map<string, JudgementLine>();
  const timed = new Set<string>();
  return {
    tally,
    take(line: JournalLine): void {
      if (line.type === 'check') tally.addCheck(line);
      else if (line.type === 'sum') tally.addSum(line);
      else if (line.type === 'case') {
        comparison?.takeCase(line);
        tally.addSent(line);
        const judgement = judgements.get(line.id);
        if (judgement === undefined) cases.set(line.id, line);
        else tally.addJudged(line, judgement);
        judgements.delete(line.id);
      } else if (line.type === 'judgement') {
        const record = cases.get(line.case);
        if (record === undefined) judgements.set(line.case, line);
        else tally.addJudged(record, line);
        cases.delete(line.case);
      }
    },
    time(timing: ExchangeTiming): void {
      if (!timed.has(timing.id)) addTime(tally.counted.times, timing);
      timed.add(timing.id);
    },
  };
}

/** @param counted of all cases; what they show together is added to it as findings */
function reportOf(
  frame: CountedFrame,
  { tally, comparison }: { readonly tally: Tally; readonly comparison: RunComparison },
  options: AggregateOptions,
): Report {
  tally.addCompared(comparison.findings(frame.preflight?.facts));
  // What the target does to ordinary clients and not to the suite.
  for (const { finding, affected } of disguiseDifferences(tally.counted.looks))
    addFinding(tally.of(finding.requirement, finding.operation).findings, finding, { affected });
  return withDurations(buildReport(frame, tally, options), tally.counted.times);
}
