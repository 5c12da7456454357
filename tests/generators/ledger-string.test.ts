import { expect, test } from 'vitest';
import { badLedgerStrings } from '../../generators/ledger-string.ts';
import { accepts } from '../schemas/validator.ts';

const bodyWith = (submissionId: string) => ({
  preparedTransaction: 'AA==',
  partySignatures: { signatures: [{ party: 'p', signatures: [{}] }] },
  submissionId,
  hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
});

const isValid = (value: string) => accepts('execute-submission.request', bodyWith(value));

test.each(badLedgerStrings())('a string with $detail is no LedgerString', ({ value }) => {
  expect(isValid(value)).toBe(false);
});

test('bad strings have different names and values', () => {
  const bad = badLedgerStrings();
  expect(new Set(bad.map(({ detail }) => detail)).size).toBe(bad.length);
  expect(new Set(bad.map(({ value }) => value)).size).toBe(bad.length);
});
