import { type SeedPart, seedOf } from './seeding.ts';

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
