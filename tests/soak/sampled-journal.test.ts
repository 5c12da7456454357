import { expect, test } from 'vitest';
import { memoryJournal } from '../../journal/journal.ts';
import type { JournalLine, SumLine } from '../../journal/journal-line.ts';
import { sampledJournal } from '../../journal/sampled-journal.ts';
import { countLines } from '../../reports/report/aggregation.ts';
import { aCase, aFinding, type CaseLines } from '../reports/journal-fixture.ts';

const op = 'generate-topology';
const placeOf = (id: string): number => Number(id.slice(id.lastIndexOf('/') + 1)) - 1;

/** Cases of a partition: every fifth of them fails, and each sends two requests. */
const cases = Array.from({ length: 200 }, (_, place) =>
  aCase({
    requirement: place % 2 === 0 ? 'GT-SUCCESS' : 'GT-BODY',
    operation: op,
    number: place + 1,
    requests: 2,
    findings: place % 5 === 4 ? [aFinding('GT-RES-PARTYID', op, { message: `wrong ${place % 3}` })] : [],
    observations: [{ id: 'GT-OPEN-HINT', operation: op, value: `seen ${place % 4}` }],
  }),
);

function write(order: readonly CaseLines[], batches = 1) {
  const memory = memoryJournal();
  const journal = sampledJournal(memory, op, 7, placeOf);
  for (let batch = 0; batch < batches; batch += 1) {
    const from = (batch * order.length) / batches;
    const some = order.slice(from, from + order.length / batches);
    for (const { exchanges, line, judgement } of some) {
      for (const exchange of exchanges) journal.exchange(exchange);
      journal.line(line);
      journal.line(judgement);
    }
    journal.checkpoint(from + some.length);
  }
  return memory;
}

const sumsOf = (lines: readonly JournalLine[]): SumLine[] => lines.filter((line) => line.type === 'sum');
const keptOf = (lines: readonly JournalLine[]): string[] =>
  lines.flatMap((line) => (line.type === 'case' ? [line.id] : []));

function totals(lines: readonly JournalLine[], exchanges: number) {
  const counting = countLines();
  for (const line of lines) counting.take(line);
  const tally = counting.tally;
  const { findings } = tally.of('GT-RES-PARTYID', op);
  const { own, judgedElsewhere } = tally.result('GT-RES-PARTYID', op);
  return {
    cases: tally.cases(),
    exchanges: exchanges + tally.counted.exchanges,
    affected: Object.values(findings)
      .map(({ finding: { message }, affected }) => `${message}: ${affected}`)
      .sort(),
    own,
    judgedElsewhere,
    observations: Object.values(tally.counted.observed)
      .map(({ value }) => value)
      .sort(),
    traffic: tally.sums(op).traffic,
  };
}

test('What is summed up counts like what is kept one by one.', () => {
  const whole = cases.flatMap(({ line, judgement }) => [line, judgement]);
  const sampled = write(cases);
  expect(sumsOf(sampled.lines)).toHaveLength(1);
  expect(totals(sampled.lines, sampled.exchanges.size)).toEqual(totals(whole, 400));
});

test('The first cases are kept, and the first that fail, whatever the order in which they end.', () => {
  const kept = keptOf(write(cases).lines);
  const failing = cases.filter(({ judgement }) => judgement.findings.length > 0).map(({ line }) => line.id);
  const first = cases.slice(0, 2).map(({ line }) => line.id);
  expect(kept).toEqual([...first, ...failing.slice(0, 20)]);
  expect(keptOf(write([...cases].reverse()).lines)).toEqual(kept);
});

test('The exchanges of kept cases are kept, and no others.', () => {
  const { lines, exchanges } = write(cases);
  const wanted = lines.flatMap((line) =>
    line.type === 'case' ? line.attempts.map(({ exchange }) => exchange) : [],
  );
  expect([...exchanges.keys()].sort()).toEqual(wanted.sort());
});

test('A journal of ten batches keeps no more than one of a single batch, and says how far it is after each.', () => {
  const { lines } = write(cases, 10);
  expect(sumsOf(lines).map(({ upto, partition }) => [partition, upto])).toEqual(
    Array.from({ length: 10 }, (_, batch) => [7, (batch + 1) * 20]),
  );
  expect(keptOf(lines)).toEqual(keptOf(write(cases).lines));
});
