import { checkId, checkIdOf } from '../../engine/check.ts';
import { endingKey } from '../../engine/named-checks.ts';
import type { CheckLine, JournalLine } from '../../journal/journal-line.ts';
import { filesIn, newLines } from '../../journal/journal-lines.ts';
import { createAggregation } from '../../reports/report/aggregation.ts';
import type { Operation } from '../../requirements/requirement.ts';

/** See `readRun`. */
export type RunReader = ReturnType<typeof readRun>;

/** By requirement and operation (`checkId`), the ids of checks. */
export type Broken = Map<string, Set<string>>;

/**
 * Reads the results folder of a run once, also while the run writes it. What it tells is about everything written so far: what
 * `catchUp` has not read yet is read first.
 */
export function readRun(folder: string) {
  const ended = new Set<string>();
  const kept = new Set<string>();
  const broken: Broken = new Map();
  const unanswered = new Set<Operation>();
  const lines = newLines(filesIn(folder));
  const aggregation = createAggregation(lines, (line) => {
    if (line.type === 'check') ended.add(endingKey(line));
    if (line.type === 'check' && isDone(line)) kept.add(checkId(line));
    if (line.type === 'judgement')
      for (const finding of line.findings) {
        const shownBy = broken.get(checkId(finding)) ?? new Set();
        broken.set(checkId(finding), shownBy.add(checkIdOf(line.case)));
      }
    for (const operation of unansweredIn(line)) unanswered.add(operation);
  });
  const afterRest = <T>(told: () => T): (() => T) => {
    return () => {
      aggregation.catchUp();
      return told();
    };
  };
  return {
    ...aggregation,
    folder,
    /** The keys of the checks and partitions that have recorded their end, by `endingKey`. */
    ended: afterRest(() => ended),
    /** How many checks a resumed run does not conduct again. */
    kept: afterRest(() => kept.size),
    /** What was found to be broken, with the checks whose cases showed it. */
    broken: afterRest(() => broken),
    /** The operations with requests that got no usable response in their final attempt. */
    unanswered: afterRest(() => [...unanswered].sort()),
    /** The number of exchanges, and their digest. */
    exchanges: afterRest(lines.digest),
  };
}

/** Whether a resumed run does not conduct a check again. */
export function isDone({ state, partition }: CheckLine): boolean {
  return partition === undefined && (state === 'done' || state === 'not-exercised');
}

/** How long one part takes at most, and how often one is read: a reference server in this process must answer meanwhile. */
const partMs = 5;
const pauseMs = 50;

/** A reader of a folder that reads part by part, until a promise settles. */
export function readWhile(running: Promise<unknown>, folder: string): RunReader {
  const reader = readRun(folder);
  const stop = (): void => clearInterval(timer);
  const timer = setInterval(() => {
    try {
      reader.catchUp(partMs);
    } catch {
      // Reading the rest fails with the same error.
      stop();
    }
  }, pauseMs);
  running.then(stop, stop);
  return reader;
}

/** The operations that a line names as those of such requests, also where everything gets the same answer. */
export function unansweredIn(line: JournalLine): readonly Operation[] {
  if (line.type === 'check') return line.kind === 'shut-out' ? [line.operation] : [];
  if (line.type === 'judgement') return line.unanswered.map(({ operation }) => operation);
  return line.type === 'sum' && line.unanswered.length > 0 ? [line.operation] : [];
}
