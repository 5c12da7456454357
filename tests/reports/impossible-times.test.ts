import { expect, test } from 'vitest';
import type { CaseLine } from '../../journal/case-line.ts';
import { withoutRest } from '../../reports/replay/impossible-times.ts';

/** A case of a used token, whose request was under way from one second to another. */
const used = (part: string, kind: string, begun: number, ended: number): CaseLine =>
  ({
    id: `AUTH-EXPIRED@list-users/used-before-its-end-bearer-${part}`,
    kind,
    attempts: [{ exchange: '', moments: [1_000 * begun, 1_000 * ended] }],
  }) as unknown as CaseLine;

const wrong = (...cases: readonly CaseLine[]): string[] => [...withoutRest(cases)];

test('Each round of a used token comes behind the rest that it is said to come behind.', () => {
  const first = used('1', 'token', 1, 2);
  expect(wrong(first, used('1-5s', 'token', 7, 8), used('2-30s', 'token', 38, 39))).toEqual([]);
  expect(wrong(first, used('1-5s', 'token', 6, 7))).toEqual(['the target did not rest before round 1']);
  expect(wrong(first, used('1-5s', 'token', 7, 8), used('2-30s', 'token', 9, 10))).toEqual([
    'the target did not rest before round 2',
  ]);
});

test('Without a token, the first round comes behind the beginning of its process.', () => {
  const early = used('1', 'token', 400, 401);
  expect(wrong(early, used('1-5s', 'after-a-rest', 5, 6))).toEqual([]);
  expect(wrong(early, used('1-5s', 'after-a-rest', 4, 6))).toEqual([
    'the target did not rest before round 1',
  ]);
});
