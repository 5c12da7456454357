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

/** What is counted of some of the cases, and of the exchanges with them. */
function tallyOf(isMeant: (index: number) => boolean, inOrder = true): Tally {
  const counting = countLines();
  const own = run.cases.filter((_, index) => isMeant(index));
  const ids = new Set(own.map(({ id }) => id));
  const judgements = run.judgements.filter((each) => ids.has(each.case));
  const lines: readonly JournalLine[] = [...own, ...judgements];
  for (const line of inOrder ? lines : lines.toReversed()) counting.take(line);
  const sent = new Set(own.flatMap(({ attempts }) => attempts.map(({ exchange }) => exchange)));
  for (const exchange of run.exchanges) if (sent.has(exchange.id)) counting.time(timingOf(exchange));
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
  return sorted(tally.toJSON());
}

const whole = tallyOf(() => true);

test('A tally does not depend on the order of lines.', () => {
  expect(said(tallyOf(() => true, false))).toEqual(said(whole));
});

test('Tallies of parts make the tally of the whole, whichever comes first.', () => {
  for (const first of [0, 1]) {
    const merged = new Tally();
    merged.merge(tallyOf((index) => index % 2 === first));
    merged.merge(tallyOf((index) => index % 2 !== first));
    expect(said(merged)).toEqual(said(whole));
  }
});

test('A tally is the same after JSON.', () => {
  const again = new Tally(JSON.parse(JSON.stringify(whole)));
  expect(said(again)).toEqual(said(whole));
  again.merge(tallyOf(() => true));
  const before = whole.answers('GT-REQ-HINT', gt).own;
  expect(again.answers('GT-REQ-HINT', gt).own.map(({ judged }) => judged)).toEqual(
    before.map(({ judged }) => 2 * judged),
  );
});

test('Its size does not grow with the number of cases that say the same.', () => {
  const sizeOf = (many: number): number => {
    const tally = new Tally();
    for (let index = 0; index < many; index += 1) {
      const { line, judgement } = aCase({ requirement: 'GT-SUCCESS', operation: gt, number: index + 1_000 });
      tally.add(line, judgement);
    }
    return JSON.stringify(tally).length;
  };
  expect(sizeOf(500) / sizeOf(100)).toBeLessThan(1.1);
});
