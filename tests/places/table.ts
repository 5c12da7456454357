import type { Sent } from './area.ts';
import { type Area, keyOf } from './area.ts';
import { bodyAreas } from './body-areas.ts';
import { pairsIn } from './collect.ts';
import { transportAreas } from './transport-areas.ts';

/** Each pair is named with the first of these that sends it. */
export const efforts = ['quick', 'standard', 'soak', 'certify'] as const;
export type PlacesEffort = (typeof efforts)[number];

export const areas: readonly Area[] = [...bodyAreas, ...transportAreas];

/** What became of a pair: the effort that sends it, why none does, or nothing. */
export type Cell = { readonly effort: PlacesEffort } | { readonly reason: string } | 'missing';

/** The pairs of an area, by kind and place. What is sent is not excluded. */
export function cellsOf(
  area: Area,
  sent: Readonly<Partial<Record<PlacesEffort, readonly Sent[]>>>,
): Map<string, Cell> {
  const pairs = efforts.flatMap((effort) => {
    const all = sent[effort];
    return all === undefined ? [] : [[effort, pairsIn(area, all)] as const];
  });
  return new Map(
    area.kinds.flatMap((kind) =>
      area.places.map((place): [string, Cell] => {
        const key = keyOf([kind, place]);
        const first = pairs.find(([, known]) => known.has(key));
        if (first !== undefined) return [key, { effort: first[0] }];
        const rule = area.exclusions.find(({ covers }) => covers(kind, place));
        return [key, rule === undefined ? 'missing' : { reason: rule.reason }];
      }),
    ),
  );
}

/** The pairs without a request and without a reason. */
export function missingIn(cells: ReadonlyMap<string, Cell>): string[] {
  return [...cells].flatMap(([key, cell]) => (cell === 'missing' ? [key] : []));
}
