/** Groups values by a key; groups and their members keep the order of the values. */
export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, [first: V, ...more: V[]]> {
  const groups = new Map<K, [V, ...V[]]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** The first of every list, then the second of every list, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0);
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}

/** The value of a key, which is made if there is none. */
export function entryOf<K extends string, V>(record: Partial<Record<K, V>>, key: K, make: () => V): V {
  const known = record[key];
  if (known !== undefined) return known;
  const made = make();
  record[key] = made;
  return made;
}

/** Adds to one of several counts. */
export function addCount(counts: Record<string, number>, key: string | number, count: number): void {
  counts[key] = (counts[key] ?? 0) + count;
}

/** Inserts a value in order, behind equal ones, and keeps the first `most`. */
export function insertInOrder<T>(kept: T[], value: T, most: number, compare: (a: T, b: T) => number): void {
  const last = kept.at(-1);
  if (kept.length >= most && last !== undefined && compare(value, last) >= 0) return;
  const at = kept.findIndex((each) => compare(value, each) < 0);
  kept.splice(at < 0 ? kept.length : at, 0, value);
  if (kept.length > most) kept.pop();
}
