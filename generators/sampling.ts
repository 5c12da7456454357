import { type SeedPart, seedOf } from './seeding.ts';

/** How many of the requests that can be derived from a valid one are wanted, and the seed that chooses them. */
export interface Sampling {
  /** `usual`: everything once, places drawn; `sample`: a third of that; `all`: everything in every place. */
  readonly amount: 'sample' | 'usual' | 'all';
  readonly seed: SeedPart;
}

/** The sampling where nothing else is said. */
export const usualSampling: Sampling = { amount: 'usual', seed: 'usual' };

/** An uint32 from a text by FNV-1a with a last mixing step: thousands are needed, and SHA-256 would take longer. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A number below `count`, drawn from the seed of the sampling and what it is for. */
export function drawnIndex({ seed }: Sampling, count: number, ...parts: SeedPart[]): number {
  return hashOf(`${seed} ${parts.join(' ')}`) % count;
}

/** Whether something is in the sample, where only a sample is wanted. */
export function isInSample(sampling: Sampling, ...parts: SeedPart[]): boolean {
  return sampling.amount !== 'sample' || drawnIndex(sampling, 3, 'sample', ...parts) === 0;
}

/** `count` of the named texts, the same ones for the same seed; all of them where all are wanted. */
export function drawnOf<T extends { readonly name: string }>(
  sampling: Sampling,
  some: readonly T[],
  count: number,
): readonly T[] {
  if (sampling.amount === 'all') return some;
  const wanted = sampling.amount === 'sample' ? Math.ceil(count / 3) : count;
  return byKey(some, (index) => hashOf(`${sampling.seed} ${some[index]?.name}`)).slice(0, wanted);
}

/** The same elements in an order that follows from the parts. */
export function inDrawnOrder<T>(all: readonly T[], ...parts: readonly SeedPart[]): T[] {
  return byKey(all, (index) => seedOf('order', ...parts, index));
}

/** The same elements in the order of the keys of their indexes. */
export function byKey<T>(all: readonly T[], keyOf: (index: number) => number): T[] {
  return all
    .map((each, index) => ({ each, key: keyOf(index) }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);
}

/** At most `count` elements, those with the least keys, in their own order. */
export function someByKey<T>(all: readonly T[], count: number, keyOf: (index: number) => number): T[] {
  const kept = new Set(byKey([...all.keys()], keyOf).slice(0, count));
  return all.filter((_, index) => kept.has(index));
}
