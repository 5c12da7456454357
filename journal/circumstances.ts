import { addCount, entryOf } from './group-by.ts';

/**
 * What may differ between requests to which a requirement applies alike: as which client they are sent, under which
 * scheme, on which connection, how the body is framed, which of the optional fields or parameters they have, and the
 * specification and format of their key.
 */
export const circumstanceKinds = [
  'client',
  'scheme',
  'connection',
  'framing',
  'key-type',
  'optional-fields',
] as const;

export type CircumstanceKind = (typeof circumstanceKinds)[number];

/** One request: a value for each kind that applies to it. */
export type Circumstance = Readonly<Partial<Record<CircumstanceKind, string>>>;

/** All requests of a case: the different values of each kind, sorted. */
export type CaseCircumstances = Readonly<Partial<Record<CircumstanceKind, readonly string[]>>>;

/** In how many cases each value occurred; mutable, as it is counted up. */
export type CountedCircumstances = Partial<Record<CircumstanceKind, Record<string, number>>>;

/** A case counts once for each of its values. */
export function countedOnce(one: CaseCircumstances): CountedCircumstances {
  return Object.fromEntries(
    Object.entries(one).map(([kind, values]) => [
      kind,
      Object.fromEntries(values.map((value) => [value, 1])),
    ]),
  );
}

/** Adds what was counted elsewhere. */
export function mergeCircumstances(into: CountedCircumstances, more: CountedCircumstances): void {
  for (const kind of circumstanceKinds)
    for (const [value, count] of Object.entries(more[kind] ?? {}))
      addCount(
        entryOf(into, kind, () => ({})),
        value,
        count,
      );
}

/** The same content in an order that does not depend on that of the cases. */
export function sortedCircumstances(counted: CountedCircumstances): CountedCircumstances {
  return Object.fromEntries(
    circumstanceKinds.flatMap((kind) => {
      const counts = counted[kind];
      return counts === undefined
        ? []
        : [[kind, Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))]];
    }),
  );
}

/** The values of several requests, as a case records them. */
export function caseCircumstances(requests: readonly Circumstance[]): CaseCircumstances {
  return Object.fromEntries(
    circumstanceKinds.flatMap((kind) => {
      const values = new Set(requests.flatMap((one) => one[kind] ?? []));
      return values.size === 0 ? [] : [[kind, [...values].sort()]];
    }),
  );
}
