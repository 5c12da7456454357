/** Values by a key, the groups and their members in the order in which they come. */
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
