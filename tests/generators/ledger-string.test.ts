import fc from 'fast-check';
import { expect, test } from 'vitest';
import { badLedgerStrings, ledgerString, ledgerStringCharacters } from '../../generators/ledger-string.ts';
import { draw } from '../../generators/seeding.ts';
import { accepts } from '../schemas/validator.ts';

const bodyWith = (submissionId: string) => ({
  preparedTransaction: 'AA==',
  partySignatures: { signatures: [{ party: 'p', signatures: [{}] }] },
  submissionId,
  hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
});

const isValid = (value: string) => accepts('execute-submission.request', bodyWith(value));

test('every draw is a LedgerString of 1 to 255 characters', () => {
  fc.assert(
    fc.property(ledgerString(), (value) => {
      expect(value.length).toBeGreaterThan(0);
      expect(isValid(value)).toBe(true);
    }),
    { seed: 1 },
  );
});

test('a hundred draws hold every character and the longest string', () => {
  const drawn = draw(ledgerString(), 1, 100);
  expect(new Set(drawn.join(''))).toEqual(new Set(ledgerStringCharacters));
  expect(Math.max(...drawn.map(({ length }) => length))).toBe(255);
});

test('a narrower alphabet is kept', () => {
  for (const value of draw(ledgerString('ab'), 1, 50)) expect(value).toMatch(/^[ab]+$/);
});

test.each(badLedgerStrings())('a string with $detail is no LedgerString', ({ value }) => {
  expect(isValid(value)).toBe(false);
});

test('bad strings have different names and values', () => {
  const bad = badLedgerStrings();
  expect(new Set(bad.map(({ detail }) => detail)).size).toBe(bad.length);
  expect(new Set(bad.map(({ value }) => value)).size).toBe(bad.length);
});
