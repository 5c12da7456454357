import { expect, test } from 'vitest';
import { readExchanges } from '../../journal/exchanges.ts';
import { timingOf, timingOfLine, toStored } from '../../journal/stored-exchange.ts';
import { countLines } from '../../reports/report/aggregation.ts';
import { withDurations } from '../../reports/report/durations.ts';
import type { OperationDurations, Report } from '../../reports/report/report.ts';
import { writeReport } from '../../reports/report/report-file.ts';
import { aggregated, aggregateFolders, plainly, resultOf } from './aggregated.ts';
import { aCase, aGoodRun, anAnswer, anExchange, type Run, withCases } from './journal-fixture.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { writeRun } from './write-run.ts';

const gt = 'generate-topology';
const report = aggregated({ ...aGoodRun(), exchanges: [] });

/** The report with a thousand answers of 0.1 ms, 0.2 ms and so on, in this order of their numbers. */
function timed(numbers: readonly number[]): Report {
  const counting = countLines();
  for (const number of numbers)
    counting.time({ id: `GT-SUCCESS@${gt}/${number}#1`, ms: number / 10, complete: true });
  return withDurations(report, counting.tally.counted.times);
}

const upwards = Array.from({ length: 1_000 }, (_, index) => index + 1);

function durationsOf({ durations = [] }: Report): OperationDurations {
  const [first] = durations;
  if (first === undefined) throw new Error('The report has no durations.');
  return first;
}

test('Percentiles are those of the nearest rank, and the slowest exchanges are named in order.', () => {
  const { answers, p50, p90, p99, max, slowest } = durationsOf(timed(upwards));
  expect({ answers, p50, p90, p99, max }).toEqual({ answers: 1_000, p50: 50, p90: 90, p99: 99, max: 100 });
  expect(slowest.map(({ ms }) => ms)).toEqual([100, 99.9, 99.8, 99.7, 99.6, 99.5, 99.4, 99.3, 99.2, 99.1]);
  expect(slowest[0]?.exchange).toBe(`GT-SUCCESS@${gt}/1000#1`);
});

test('Every answer is in one class of the histogram, the one whose limit it does not exceed.', () => {
  const { histogram } = durationsOf(timed(upwards));
  expect(histogram.slice(0, 8)).toEqual([
    { upTo: 0.1, answers: 1 },
    { upTo: 0.15, answers: 0 },
    { upTo: 0.2, answers: 1 },
    { upTo: 0.3, answers: 1 },
    { upTo: 0.5, answers: 2 },
    { upTo: 0.7, answers: 2 },
    { upTo: 1, answers: 3 },
    { upTo: 1.5, answers: 5 },
  ]);
  expect(histogram.at(-1)).toEqual({ upTo: 100, answers: 300 });
  expect(histogram.reduce((sum, { answers }) => sum + answers, 0)).toBe(1_000);
});

test('Durations do not depend on the order of exchanges, and one that is there twice counts once.', () => {
  const mixed = upwards.toSorted((a, b) => ((a * 7_919) % 1_009) - ((b * 7_919) % 1_009));
  expect(timed([...mixed, ...upwards])).toEqual(timed(upwards));
});

test('The time of a check is that of all its own exchanges; only complete answers count for the operation.', () => {
  const counting = countLines();
  counting.time({ id: `GT-SUCCESS@${gt}/1#1`, ms: 0.1, complete: true });
  counting.time({ id: `GT-SUCCESS@${gt}/1#2`, ms: 0.2, complete: true });
  counting.time({ id: `GT-SUCCESS@${gt}/2#1`, ms: 10_000, complete: false });
  counting.time({ id: `preflight@${gt}/1`, ms: 99, complete: true });
  const { results, durations: [first, ...others] = [] } = withDurations(report, counting.tally.counted.times);
  expect(results.flatMap(({ requirement, ms }) => (ms === undefined ? [] : [[requirement, ms]]))).toEqual([
    ['GT-SUCCESS', 10_000.3],
  ]);
  expect([first?.answers, first?.max, others]).toEqual([2, 0.2, []]);
});

/** A run with times and a timed out request. */
function aTimedRun(): Run {
  const found = aCase({ requirement: 'GT-SUCCESS', operation: gt, requests: 3 });
  const [one, two, three] = found.exchanges;
  if (one === undefined || two === undefined || three === undefined) throw new Error('Three are sent.');
  const { answer: _, ...unanswered } = anExchange(three.id, { ms: 1_000.5 });
  const exchanges = [
    anExchange(one.id, { ms: 12.5 }),
    anExchange(two.id, { ms: 7, answer: anAnswer(200, '{"failure":{"ms":3},"response":{}}') }),
    { ...unanswered, failure: { kind: 'timeout' as const, message: 'no answer' } },
  ];
  return withCases(aGoodRun(), { ...found, exchanges });
}

test('A folder and its journal in memory have the same durations, which match the schema.', () => {
  const run = aTimedRun();
  const folder = writeRun(run);
  const fromFolder = aggregateFolders([folder], plainly);
  expect(fromFolder.durations).toEqual(aggregated(run).durations);
  expect(resultOf(fromFolder, 'GT-SUCCESS', gt).ms).toBe(1_020);
  expect(durationsOf(fromFolder).max).toBe(12.5);
  expect(() => writeReport(temporaryFolder(), fromFolder)).not.toThrow();
  expect([...readExchanges(folder).exchanges.keys()].sort()).toEqual(
    run.exchanges.map(({ id }) => id).sort(),
  );
});

test('The time of a line is read as if the line were parsed, also if its members are in another order.', () => {
  for (const exchange of aTimedRun().exchanges) {
    const stored = toStored(exchange);
    const { ms, ...rest } = stored;
    const lines = [stored, { ms, ...rest }].map((value) => Buffer.from(JSON.stringify(value)));
    expect(lines.map(timingOfLine)).toEqual([timingOf(exchange), timingOf(exchange)]);
  }
  expect(timingOfLine(Buffer.from('{"id":"a"}'))).toBeUndefined();
});
