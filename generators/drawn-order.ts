import { type SeedPart, seedOf } from './seeding.ts';

/** The same elements in an order that follows from the parts. */
export function inDrawnOrder<T>(all: readonly T[], ...parts: readonly SeedPart[]): T[] {
  return all
    .map((each, index) => ({ each, key: seedOf('order', ...parts, index) }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);
}
