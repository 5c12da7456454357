import fc, { type Arbitrary } from 'fast-check';

/** Chains of pages by their sizes, and in which order they are followed: each step names the chains that go on side by side. */
export type Interleaving = { sizes: number[]; steps: number[][] };

const chains = 4;

/**
 * Two to four chains with sizes between `smallest` and seven more, and up to sixteen steps; what is left of the chains
 * when the steps have been taken is followed side by side.
 */
export function interleavings(smallest: number): Arbitrary<Interleaving> {
  const indexes = Array.from({ length: chains }, (_, index) => index);
  return fc.record({
    sizes: fc.array(fc.integer({ min: smallest, max: smallest + 7 }), { minLength: 2, maxLength: chains }),
    steps: fc.array(fc.subarray(indexes, { minLength: 1 }), { maxLength: 16 }),
  });
}
