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
