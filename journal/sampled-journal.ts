import type { Operation } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { CaseLine } from './case-line.ts';
import type { Journal } from './journal.ts';
import type { JudgementLine } from './journal-line.ts';
import { createCaseSum } from './sum-cases.ts';

/** How many cases of a partition are kept: the first ones, and the first with something to show. */
const kept = { first: 2, showing: 20 };

/** A judged case with its index in the partition. */
interface Judged {
  readonly place: number;
  readonly line: CaseLine;
  readonly judgement: JudgementLine;
}

/**
 * Keeps some cases of a partition and sums up the rest, so that it does not grow with the number of cases. Which ones are kept depends on their index and not on the order in which they end, so that every machine keeps the same.
 * @param journal where kept cases and sums go
 * @param placeOf the index in the partition of the case with an id
 */
export function sampledJournal(
  journal: Journal,
  operation: Operation,
  partition: number,
  placeOf: (caseId: string) => number,
) {
  const sample: Sample = {
    held: new Map(),
    counted: new Set(),
    chosen: [],
    left: kept.showing,
    sum: createCaseSum(operation, partition),
  };
  let open: CaseLine | undefined;
  return {
    exchange: (exchange) => sample.held.set(exchange.id, exchange),
    line(line) {
      if (line.type === 'case') {
        open = line;
      } else if (line.type === 'judgement' && open !== undefined) {
        take(sample, { place: placeOf(open.id), line: open, judgement: line });
        open = undefined;
      } else {
        journal.line(line.type === 'check' ? { ...line, partition } : line);
      }
    },
    flush: () => journal.flush(),
    /** Writes the sums; the first `upto` cases of the partition are then done. */
    checkpoint(upto) {
      const { chosen, sum, held, counted } = sample;
      const written = new Set<string>();
      for (const judged of chosen.sort((a, b) => a.place - b.place)) keep(sample, judged, journal, written);
      sample.left -= chosen.filter(({ place }) => place >= kept.first).length;
      journal.line(sum.line(upto, counted.size));
      journal.flush();
      sample.chosen = [];
      sample.sum = createCaseSum(operation, partition);
      for (const each of [held, counted]) each.clear();
    },
  } satisfies Journal & { checkpoint(upto: number): void };
}

/** What is buffered until the next checkpoint. */
interface Sample {
  /** Exchanges of the current case, of those that may be kept, and of controls, which cases share. */
  readonly held: Map<string, Exchange>;
  /** The exchanges counted in the sum. */
  readonly counted: Set<string>;
  chosen: Judged[];
  /** How many more cases with something to show are kept. */
  left: number;
  sum: ReturnType<typeof createCaseSum>;
}

function take(sample: Sample, judged: Judged): void {
  const { findings, unanswered, undecided } = judged.judgement;
  const shows = findings.length + unanswered.length + undecided.length > 0;
  if (judged.place >= kept.first && !shows) {
    sumUp(sample, judged);
    return;
  }
  sample.chosen.push(judged);
  const showing = sample.chosen.filter(({ place }) => place >= kept.first);
  if (showing.length <= sample.left) return;
  const [last] = showing.sort((a, b) => b.place - a.place);
  if (last === undefined) return;
  sample.chosen = sample.chosen.filter((each) => each !== last);
  sumUp(sample, last);
}

function sumUp({ sum, held, counted }: Sample, { line, judgement }: Judged): void {
  sum.add(line, judgement);
  for (const { role, exchange } of line.attempts) {
    if (!exchange.startsWith(`${line.id}#`)) continue;
    counted.add(exchange);
    if (role !== 'control') held.delete(exchange);
  }
}

/** @param written the exchanges that were written for other cases of the checkpoint */
function keep(
  { held, counted }: Sample,
  { line, judgement }: Judged,
  journal: Journal,
  written: Set<string>,
): void {
  for (const { exchange } of line.attempts) {
    const one = held.get(exchange);
    if (one === undefined || written.has(exchange)) continue;
    written.add(exchange);
    // A control of a summed-up case is counted with the case that keeps it.
    counted.delete(exchange);
    journal.exchange(one);
  }
  journal.line(line);
  journal.line(judgement);
}
