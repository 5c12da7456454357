import { expect, test } from 'vitest';
import type { Exchange } from '../../wire/exchange.ts';
import { wasRefusedForItsEnd } from '../../wire/token-end.ts';

/** Whether a request is excused that was sent and answered at these seconds, with a token that expires at `ends`. */
function isExcused(status: number, [sent, ended]: readonly [number, number], ends?: number): boolean {
  return wasRefusedForItsEnd({
    at: sent * 1_000,
    ms: (ended - sent) * 1_000,
    answer: { status },
    ...(ends === undefined ? {} : { tokenEnds: ends * 1_000 }),
  } as Exchange);
}

test('An answer is held against the token that its request carried.', () => {
  expect(isExcused(401, [10, 11], 15.9)).toBe(true);
  expect(isExcused(403, [10, 11], 15.9)).toBe(true);
  expect(isExcused(401, [10, 20], 24)).toBe(true);
  expect(isExcused(401, [10, 11], 16)).toBe(false);
  expect(isExcused(401, [10, 11])).toBe(false);
  expect(isExcused(400, [10, 11], 5)).toBe(false);
});
