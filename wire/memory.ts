/**
 * Remembers values by texts, up to a total size; what would exceed it makes it forget all the others. A value that is larger by itself is
 * not remembered.
 */
export function createMemory<V>(most: number) {
  const known = new Map<string, V>();
  let size = 0;
  const forget = (): void => {
    known.clear();
    size = 0;
  };
  return {
    forget,
    get: (key: string): V | undefined => known.get(key),
    keep(key: string, value: V, its: number): V {
      if (its > most) return value;
      if (size + its > most) forget();
      size += its;
      known.set(key, value);
      return value;
    },
  };
}
