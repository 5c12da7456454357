import { expect, test } from 'vitest';
import type { JournalLine } from '../../journal/journal-line.ts';
import { timingOf } from '../../journal/stored-exchange.ts';
import { countLines } from '../../reports/report/aggregation.ts';
import { Tally } from '../../reports/report/tally.ts';
import { aCase, aFinding, aGoodRun, type CaseLines, withCases } from './journal-fixture.ts';

const gt = 'generate-topology';

/** Cases of which every third shows a finding. */
const cases: readonly CaseLines[] = Array.from({ length: 40 }, (_, index) => {
  const found = aCase({ requirement: 'GT-REQ-HINT', operation: gt, number: index + 1 });
  const exchange = found.exchanges[0]?.id ?? '';
  const finding = aFinding('GT-REQ-HINT', gt, { exchanges: [exchange] });
  return index % 3 === 0 ? { ...found, judgement: { ...found.judgement, findings: [finding] } } : found;
});
const run = withCases(aGoodRun(), ...cases);

/** What is counted of the cases, and of the exchanges with them. */
function tallyOf(inOrder: boolean): Tally {
  const counting = countLines();
  const lines: readonly JournalLine[] = [...run.cases, ...run.judgements];
  for (const line of inOrder ? lines : lines.toReversed()) counting.take(line);
  for (const exchange of run.exchanges) counting.time(timingOf(exchange));
  return counting.tally;
}

/** The same text for tallies that say the same. */
function said(tally: Tally): unknown {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, sorted(member)])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
  };
  return sorted(tally.counted);
}

const whole = tallyOf(true);

test('A tally does not depend on the order of lines.', () => {
  expect(said(tallyOf(false))).toEqual(said(whole));
});

test('A copy of a tally can be changed without changing it.', () => {
  const before = said(whole);
  const copy = whole.copy();
  expect(said(copy)).toEqual(before);
  for (const { line, judgement } of cases) copy.addJudged(line, judgement);
  expect(said(whole)).toEqual(before);
  const judgedIn = (tally: Tally): number[] =>
    tally.result('GT-REQ-HINT', gt).own.map(({ judged }) => judged);
  expect(judgedIn(copy)).toEqual(judgedIn(whole).map((judged) => 2 * judged));
});

test('Its size does not grow with the number of cases that say the same.', () => {
  const sizeOf = (many: number): number => {
    const tally = new Tally();
    for (let index = 0; index < many; index += 1) {
      const { line, judgement } = aCase({ requirement: 'GT-SUCCESS', operation: gt, number: index + 1_000 });
      tally.addSent(line);
      tally.addJudged(line, judgement);
    }
    return JSON.stringify(tally.counted).length;
  };
  expect(sizeOf(500) / sizeOf(100)).toBeLessThan(1.1);
});
