import { expect, test } from 'vitest';
import { pairwise } from '../../generators/pairwise.ts';

const factors = {
  size: [1, 2, 3, undefined],
  scheme: ['a', 'b', 'c'],
  first: [true, false],
  form: [1, 2, 3, 4, 5],
};
type Name = keyof typeof factors;
const names = Object.keys(factors) as Name[];

test.each([1, 2, 3, 4, 5])(
  'Each two values of two factors meet, in far fewer rows than all (seed %i).',
  (seed) => {
    const rows = pairwise(factors, seed);
    for (const one of names)
      for (const other of names.filter((name) => name !== one))
        for (const first of factors[one])
          for (const second of factors[other])
            expect(rows.some((row) => row[one] === first && row[other] === second)).toBe(true);
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(rows.length).toBeLessThan(40);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  },
);

test('The same parts give the same rows, others give others.', () => {
  expect(pairwise(factors, 'seed')).toEqual(pairwise(factors, 'seed'));
  expect(pairwise(factors, 'seed')).not.toEqual(pairwise(factors, 'other'));
});
