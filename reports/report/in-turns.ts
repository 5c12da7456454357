/** The first of every list, then the second of every list, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const taken: T[] = [];
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0);
  for (let turn = 0; turn < longest; turn += 1) {
    for (const list of lists) {
      const value = list[turn];
      if (value !== undefined) taken.push(value);
    }
  }
  return taken;
}
