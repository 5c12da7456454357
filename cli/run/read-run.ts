import { endingKey } from '../../checks/endings.ts';
import type { Footer, JournalLine } from '../../journal/journal-line.ts';
import { newLines } from '../../journal/new-lines.ts';
import { type Aggregation, createAggregation } from '../../reports/report/aggregation.ts';
import type { Operation } from '../../requirements/requirement.ts';

/**
 * Reads the results folder of a run once, also while the run writes it. What it tells is about everything written so far: what
 * `catchUp` has not read yet is read first.
 */
export interface RunReader extends Aggregation {
  readonly folder: string;
  /** The keys of the checks and partitions that have recorded their end, by `endingKey`. */
  ended(): ReadonlySet<string>;
  /** The operations with requests that got no usable response in their final attempt. */
  unanswered(): readonly Operation[];
  /** The number of exchanges, and their digest. */
  exchanges(): Footer['exchanges'];
}

export function readRun(folder: string): RunReader {
  const ended = new Set<string>();
  const unanswered = new Set<Operation>();
  const lines = newLines(folder);
  const aggregation = createAggregation([{ folder, lines }], (line) => {
    if (line.type === 'check') ended.add(endingKey(line));
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
    ended: afterRest(() => ended),
    unanswered: afterRest(() => [...unanswered].sort()),
    exchanges: afterRest(lines.digest),
  };
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

/** The operations with requests that got no usable response in their final attempt. */
export function unansweredOperations(lines: Iterable<JournalLine>): Operation[] {
  const found = new Set<Operation>();
  for (const line of lines) for (const operation of unansweredIn(line)) found.add(operation);
  return [...found].sort();
}

/** Those that one line names, also where everything gets the same answer. */
function unansweredIn(line: JournalLine): readonly Operation[] {
  if (line.type === 'check') return line.kind === 'shut-out' ? [line.operation] : [];
  if (line.type === 'judgement') return line.unanswered.map(({ operation }) => operation);
  return line.type === 'sum' && line.unanswered.length > 0 ? [line.operation] : [];
}
