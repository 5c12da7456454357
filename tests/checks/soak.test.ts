import { expect, test } from 'vitest';
import { conductSlice, type SoakRequests, sliceLength } from '../../checks/conduct/soak.ts';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';

/** The checkpoints of a slice, and the numbers of its cases, of which nothing is sent. */
async function conducted(slice: number, cases: number, done = 0) {
  const checkpoints: number[] = [];
  const numbers: string[] = [];
  const conductor = {
    async inCase(draft: CaseDraft) {
      numbers.push(draft.number ?? '');
    },
  } as unknown as Conductor;
  const requests: SoakRequests = {
    twin: undefined,
    at: () => ({ draft: { name: 'a case', as: 'LU-SUCCESS' }, request: {}, needsTwin: false }),
  };
  const checkpoint = (upto: number): number => checkpoints.push(upto);
  await conductSlice(conductor, async () => requests, { slice, cases, done, checkpoint });
  return { checkpoints, numbers };
}

test.each([1, 500, 20_000, 300_000])(
  'Of %i cases each belongs to the slice of its number.',
  async (cases) => {
    const slices = await Promise.all([0, 1, 63].map((slice) => conducted(slice, cases)));
    for (const [at, { numbers }] of slices.entries()) {
      const slice = [0, 1, 63][at] ?? 0;
      expect(numbers).toHaveLength(sliceLength(cases, slice));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.every((each) => Number(each.slice('soak-'.length)) % 64 === slice)).toBe(true);
    }
  },
);

test.each([64 * 256, 64 * 256 * 12, 64 * 256 * 13 + 1, 64 * 100_000])(
  'Of %i cases a slice has twelve checkpoints at most, the last at its end.',
  async (cases) => {
    const { checkpoints } = await conducted(0, cases);
    expect(checkpoints.length).toBeLessThanOrEqual(12);
    expect(checkpoints.at(-1)).toBe(sliceLength(cases, 0));
    const [, second = 0] = checkpoints;
    const again = await conducted(0, cases, second);
    expect(again.checkpoints).toEqual(checkpoints.slice(second === 0 ? 0 : 2));
  },
);
