import { expect, test } from 'vitest';
import { differs, paceOf } from '../../../reports/compare/compare-runs.ts';
import { addTime, type Times } from '../../../reports/report/durations.ts';
import { aCase, aGoodRun, aHeader, type Run, withCases } from '../journal-fixture.ts';
import { compared } from './kept-run.ts';

function observing(...values: readonly string[]): Run {
  const [id, operation] = ['ERR-OPEN-CODES', 'list-users'] as const;
  return withCases(
    aGoodRun(),
    aCase({ requirement: id, operation, observations: values.map((value) => ({ id, operation, value })) }),
  );
}

test('What is observed otherwise is a drift with both sides, and no regression.', () => {
  const { observations, regression, changes } = compared(observing('A', 'B'), observing('B', 'C'));
  expect(observations).toEqual([
    {
      id: 'ERR-OPEN-CODES',
      operation: 'list-users',
      gone: ['A'],
      came: ['C'],
      cause: 'target',
      because: ['Both runs sent the same requests.'],
    },
  ]);
  expect({ regression, changes }).toEqual({ regression: false, changes: [] });
});

test('A drift under another seed is laid at the scope.', () => {
  const [drift] = compared(observing('A'), {
    ...observing('B'),
    header: aHeader({ seed: 'x' }),
  }).observations;
  expect(drift).toMatchObject({ cause: 'scope', because: ['The seed differs: seed-1, then x.'] });
});

/** All exchanges take about so many milliseconds, evenly spread by a tenth. */
function taking(ms: number): Run {
  const run = aGoodRun();
  const exchanges = run.exchanges.map((each, at) => ({ ...each, ms: ms * (0.9 + 0.02 * (at % 11)) }));
  return { ...run, exchanges };
}

test('If answers take twice as long, the medians of each operation are shown; that is not a regression.', () => {
  const { timing, regression } = compared(taking(20), taking(40));
  expect(timing?.map(({ operation }) => operation)).toContain('generate-topology');
  for (const { old, new: new_, because } of timing ?? []) {
    expect(old.median).toBeGreaterThan(19);
    expect(new_.median / old.median).toBeCloseTo(2, 0);
    expect(because.join(' ')).toContain('The machine that ran the suite');
  }
  expect(regression).toBe(false);
});

test('A tenth more, or a millisecond more, is noise.', () => {
  expect(compared(taking(20), taking(22)).timing).toEqual([]);
  expect(compared(taking(1), taking(2)).timing).toEqual([]);
});

test('A change within the spread of one run, or over few answers, is noise.', () => {
  const steady = { answers: 1_000, median: 20, spread: 1 };
  expect(differs(steady, { answers: 1_000, median: 30, spread: 1 })).toBe(true);
  expect(differs(steady, { answers: 1_000, median: 30, spread: 11 })).toBe(false);
  expect(differs(steady, { answers: 19, median: 30, spread: 1 })).toBe(false);
});

test('Median and spread are those of the durations, within a hundredth.', () => {
  const times: Times = { answers: {}, checks: {} };
  for (const ms of [1, 2, 3, 4, 100])
    addTime(times, { id: `LU-SUCCESS@list-users/${ms}#1`, ms, complete: true });
  const { answers, median, spread } = paceOf(times.answers['list-users'] ?? { byPace: {} });
  expect(answers).toBe(5);
  expect(median / 3).toBeCloseTo(1, 1);
  expect(spread / 1).toBeCloseTo(1, 1);
});
