/** How often users must come back in the listings of a case. */
const enough = 3;

/**
 * Users that disappear from listings read one after the other and come back: at least three times in all, otherwise
 * none. Somebody may delete a user and create it again, but not several times within a few requests (rulings 18 and 36).
 */
export function flickering(listings: readonly ReadonlySet<string>[]): string[] {
  const everybody = new Set(listings.flatMap((users) => [...users]));
  const back = [...everybody].flatMap((id) => Array<string>(returnsOf(id, listings)).fill(id));
  return back.length < enough ? [] : [...new Set(back)];
}

function returnsOf(id: string, listings: readonly ReadonlySet<string>[]): number {
  const from = listings.findIndex((users) => users.has(id));
  return listings.filter((users, at) => at > from && users.has(id) && listings[at - 1]?.has(id) === false)
    .length;
}
