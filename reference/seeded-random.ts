import { seededBytes } from './keys/seeded-key.ts';

/** A sequence of numbers from 0 to below 1 that depends only on the seed. */
export function seededRandom(seed: string): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return seededBytes(seed, `random ${drawn}`).readUInt32BE() / 2 ** 32;
  };
}
