/**
 * The three ids with the fewest single-character edits (insert, delete, replace) from the wanted one, nearest first,
 * ignoring case.
 */
export function nearestIds(wanted: string, ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, distance: editDistance(wanted.toUpperCase(), id.toUpperCase()) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ id }) => id);
}

/** So much of an id says which one is meant. */
const tellingLength = 8;

/** The id that was probably meant, ignoring case: one that is near, or else the shortest that contains it; undefined if there is none. */
export function probablyMeant(wanted: string, ids: readonly string[]): string | undefined {
  return nearbyId(wanted, ids) ?? idAround(wanted, ids);
}

function idAround(wanted: string, ids: readonly string[]): string | undefined {
  if (wanted.length < tellingLength) return undefined;
  const [shortest] = ids
    .filter((id) => id.toUpperCase().includes(wanted.toUpperCase()))
    .sort((one, other) => one.length - other.length);
  return shortest;
}

function nearbyId(wanted: string, ids: readonly string[]): string | undefined {
  const [nearest] = nearestIds(wanted, ids);
  if (nearest === undefined) return undefined;
  const distance = editDistance(wanted.toUpperCase(), nearest.toUpperCase());
  return distance <= Math.max(2, Math.floor(wanted.length / 5)) ? nearest : undefined;
}

/** The number of single-character edits (insert, delete, replace) from one text to the other. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const letter of from) {
    const above = row;
    row = [(above[0] ?? 0) + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
    }
  }
  return row[to.length] ?? 0;
}
