import { expect, test } from 'vitest';
import { partyName } from '../../generators/party-names.ts';

const names = Array.from({ length: 3_000 }, (_, index) => partyName('seed', index));

test('Names are of letters and digits, as any target accepts them, and of usual length.', () => {
  for (const name of names) expect(name).toMatch(/^(?=.{8,34}$)[A-Za-z]+\d{0,3}[A-Za-z]*\d{0,3}$/);
});

test('Names differ, and follow from their parts.', () => {
  expect(new Set(names).size).toBeGreaterThan(names.length - 2);
  expect(partyName('seed', 7)).toBe(names[7]);
});
