import { expect, test } from 'vitest';
import { partitionLength } from '../../engine/soak-plan.ts';
import { type SoakRequests, sendPartition } from '../../specs/shared/soak.ts';
import { played, runOf } from '../engine/played.ts';

/** The checkpoints of a partition, and the numbers of its cases, of which nothing is sent. */
function conducted(partition: number, cases: number, done = 0) {
  const checkpoints: number[] = [];
  const numbers: string[] = [];
  const run = runOf({}, ({ number = '' }) => numbers.push(number));
  const requests: SoakRequests = {
    control: undefined,
    at: () => ({ kind: 'made', as: 'LU-SUCCESS' }),
  };
  const checkpoint = (upto: number): number => checkpoints.push(upto);
  played(sendPartition(run, requests, { partition, cases, done, checkpoint }));
  return { checkpoints, numbers };
}

test.each([1, 500, 20_000, 300_000])('Of %i cases each belongs to the partition of its number.', (cases) => {
  const partitions = [0, 1, 63].map((partition) => conducted(partition, cases));
  for (const [at, { numbers }] of partitions.entries()) {
    const partition = [0, 1, 63][at] ?? 0;
    expect(numbers).toHaveLength(partitionLength(cases, partition));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every((each) => Number(each.slice('soak-'.length)) % 64 === partition)).toBe(true);
  }
});

test.each([64 * 256, 64 * 256 * 12, 64 * 256 * 13 + 1, 64 * 100_000])(
  'Of %i cases a partition has twelve checkpoints at most, the last at its end.',
  (cases) => {
    const { checkpoints } = conducted(0, cases);
    expect(checkpoints.length).toBeLessThanOrEqual(12);
    expect(checkpoints.at(-1)).toBe(partitionLength(cases, 0));
    const [, second = 0] = checkpoints;
    const again = conducted(0, cases, second);
    expect(again.checkpoints).toEqual(checkpoints.slice(second === 0 ? 0 : 2));
  },
);
