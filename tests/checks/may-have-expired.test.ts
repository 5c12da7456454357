import { expect, test } from 'vitest';
import { mayHaveExpired } from '../../checks/answers/may-have-expired.ts';
import type { Attempt } from '../../journal/record.ts';

/** An answer to a token that lives for 20 seconds, whose request took so many. */
function answered(status: number, seconds: number) {
  const attempt = { moments: [1_000, 1_000 + seconds * 1_000] } as unknown as Attempt;
  const answer = { status } as NonNullable<Parameters<typeof mayHaveExpired>[1]['answer']>;
  return { attempts: [attempt], last: attempt, answer };
}

const facts = { lifetimeSeconds: 20 };

test('A rejection counts while the token is valid.', () => {
  expect(mayHaveExpired({ facts }, answered(401, 1))).toBe(false);
  expect(mayHaveExpired({ facts }, answered(403, 14))).toBe(false);
});

test('A rejection does not count if the token may have expired meanwhile.', () => {
  expect(mayHaveExpired({ facts }, answered(401, 16))).toBe(true);
  expect(mayHaveExpired({ facts }, answered(403, 120))).toBe(true);
});

test('Anything but a rejection of the credential counts, and so does every answer to a token that lives on.', () => {
  expect(mayHaveExpired({ facts }, answered(200, 120))).toBe(false);
  expect(mayHaveExpired({ facts }, answered(400, 120))).toBe(false);
  expect(mayHaveExpired({ facts: {} }, answered(401, 120))).toBe(false);
});
