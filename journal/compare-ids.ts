/**
 * Natural sort order of ids: `…/2` before `…/10`. Numbers in ids compare as numbers, everything else by code unit, so that
 * the order is the same on every machine.
 */
export function compareIds(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index] ?? '', right[index] ?? ''];
    if (one === other) continue;
    const byNumber = /^\d/.test(one) && /^\d/.test(other) ? Number(one) - Number(other) : 0;
    if (byNumber !== 0) return byNumber;
    return one < other ? -1 : 1;
  }
  return 0;
}

function parts(id: string): string[] {
  return id.match(/\d+|\D+/g) ?? [];
}
