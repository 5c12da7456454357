import fc, { type Arbitrary } from 'fast-check';

/** Chains of pages by page size, and the order in which they are followed: each step lists concurrent chains. */
export type Interleaving = { sizes: number[]; steps: number[][] };

const chains = 4;

/**
 * Two to four chains with page sizes from `smallest` to `smallest + 7`, and up to sixteen steps; after these, the
 * remaining pages are requested concurrently.
 */
export function interleavings(smallest: number): Arbitrary<Interleaving> {
  const indexes = Array.from({ length: chains }, (_, index) => index);
  return fc.record({
    sizes: fc.array(fc.integer({ min: smallest, max: smallest + 7 }), { minLength: 2, maxLength: chains }),
    steps: fc.array(fc.subarray(indexes, { minLength: 1 }), { maxLength: 16 }),
  });
}
