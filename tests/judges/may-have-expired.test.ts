import { expect, test } from 'vitest';
import type { Attempt } from '../../journal/record.ts';
import { mayHaveExpired } from '../../judges/answers/final-attempts.ts';

type Answer = NonNullable<Parameters<typeof mayHaveExpired>[1]['answer']>;

/** Whether the last of these requests counts, which was answered with this status; times in seconds. */
function isExcused(
  status: number,
  requests: readonly (readonly [sent: number, ended: number])[],
  facts: Readonly<Record<string, number>> = { lifetimeSeconds: 20 },
): boolean {
  const attempts = requests.map(
    ([sent, ended]) => ({ moments: [sent * 1_000, ended * 1_000], exchange: {} }) as unknown as Attempt,
  );
  const last = attempts.at(-1) as Attempt;
  return mayHaveExpired({ facts, attempts }, { attempts: [last], last, answer: { status } as Answer });
}

/** Whether a request is excused that was sent and answered at these seconds, with a token that expires at `ends`. */
function isExcusedByEnd(status: number, [sent, ended]: readonly [number, number], ends?: number): boolean {
  const exchange = {
    at: sent * 1_000,
    ms: (ended - sent) * 1_000,
    answer: { status },
    ...(ends === undefined ? {} : { tokenEnds: ends * 1_000 }),
  };
  const last = { exchange } as unknown as Attempt;
  return mayHaveExpired(
    { facts: {}, attempts: [last] },
    { attempts: [last], last, answer: { status } as Answer },
  );
}

test('An answer is held against the token that its request carried.', () => {
  expect(isExcusedByEnd(401, [10, 11], 15.9)).toBe(true);
  expect(isExcusedByEnd(403, [10, 11], 15.9)).toBe(true);
  expect(isExcusedByEnd(401, [10, 20], 24)).toBe(true);
  expect(isExcusedByEnd(401, [10, 11], 16)).toBe(false);
  expect(isExcusedByEnd(401, [10, 11])).toBe(false);
  expect(isExcusedByEnd(400, [10, 11], 5)).toBe(false);
});

test('A rejection counts while the token is valid.', () => {
  expect(isExcused(401, [[1, 2]])).toBe(false);
  expect(isExcused(403, [[1, 15]])).toBe(false);
});

test('A rejection does not count if the token may have expired meanwhile.', () => {
  expect(isExcused(401, [[1, 17]])).toBe(true);
  expect(isExcused(403, [[1, 121]])).toBe(true);
});

test('A request that is sent again has the token of the first one.', () => {
  const requests = [
    [0, 10],
    [10.5, 16],
  ] as const;
  expect(isExcused(401, requests)).toBe(true);
  expect(isExcused(401, requests.slice(1))).toBe(false);
});

test('A token that was made before an earlier case is as old as that.', () => {
  expect(isExcused(401, [[30, 31]], { lifetimeSeconds: 20, madeBefore: 14_000 })).toBe(true);
  expect(isExcused(401, [[30, 31]], { lifetimeSeconds: 20, madeBefore: 17_000 })).toBe(false);
});

test('Anything but a rejection of the credential counts, and so does every answer to a token that lives on.', () => {
  expect(isExcused(200, [[0, 120]])).toBe(false);
  expect(isExcused(400, [[0, 120]])).toBe(false);
  expect(isExcused(401, [[0, 120]], {})).toBe(false);
});
