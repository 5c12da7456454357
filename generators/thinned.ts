import { type SeedPart, seedOf } from './seeding.ts';
import type { Violation } from './violation.ts';

/**
 * At most `each` violations of every place, keyword and verdict, in their order; which ones follows from the parts.
 * For runs that must be short: no place and no kind of fault goes unvisited.
 */
export function thinned(violations: readonly Violation[], each: number, ...parts: SeedPart[]): Violation[] {
  const groups = new Map<string, Violation[]>();
  for (const violation of violations) {
    const { pointer, keyword, verdict } = violation;
    const name = `${pointer} ${keyword} ${verdict}`;
    groups.set(name, [...(groups.get(name) ?? []), violation]);
  }
  const rank = new Map(violations.map(({ name }) => [name, seedOf('thinned', name, ...parts)]));
  const lowest = (group: Violation[]) =>
    group.toSorted((a, b) => (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0)).slice(0, each);
  const kept = new Set([...groups.values()].flatMap(lowest));
  return violations.filter((violation) => kept.has(violation));
}
