/** The first of every list, then the second of every list, and so on: at most `most` of them. */
export function inTurns<T>(lists: readonly (readonly T[])[], most = Number.POSITIVE_INFINITY): T[] {
  const taken: T[] = [];
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0);
  for (let turn = 0; turn < longest; turn += 1) {
    for (const list of lists) {
      if (taken.length >= most) return taken;
      const value = list[turn];
      if (value !== undefined) taken.push(value);
    }
  }
  return taken;
}
