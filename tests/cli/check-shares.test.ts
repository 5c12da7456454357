import { expect, test } from 'vitest';
import { allChecks } from '../../checks/checks.ts';
import { checkShares } from '../../cli/run/check-shares.ts';
import { operationStems } from '../../schemas/openapi.ts';

/** A check of an operation with a body sends half as many requests again. */
const weightOf = (checks: typeof allChecks): number =>
  checks.reduce((sum, { operation }) => sum + (operation === 'list-users' ? 2 : 3), 0);

test('Each operation gets whole requests, by the number of its checks and their size, and none is left over.', () => {
  const shares = checkShares(undefined, 32) ?? {};
  expect(Object.keys(shares).sort()).toEqual([...operationStems].sort());
  const widths = Object.values(shares).map((share) => share * 32);
  expect(widths.every(Number.isInteger)).toBe(true);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(32);
  for (const stem of operationStems) {
    const own = weightOf(allChecks.filter(({ operation }) => operation === stem));
    const exact = (32 * own) / weightOf(allChecks);
    expect(Math.abs((shares[stem] ?? 0) * 32 - exact)).toBeLessThan(operationStems.length);
  }
});

test('An operation that is not selected gets none.', () => {
  expect(checkShares('LU-SUCCESS', 32)).toEqual({ 'list-users': 1 });
});

test('With few requests at once, each operation gets one at least, or there are no shares.', () => {
  expect(Object.values(checkShares(undefined, 3) ?? {}).map((share) => Math.round(share * 3))).toEqual([
    1, 1, 1,
  ]);
  expect(checkShares(undefined, 2)).toBeUndefined();
  expect(checkShares(undefined, 1)).toBeUndefined();
});
