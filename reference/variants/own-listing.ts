import type { Call } from '../call.ts';
import type { User } from '../directory.ts';
import type { Change } from '../faults/fault.ts';
import { replaceRule } from '../faults/withdraw-rule.ts';
import type { PageResult } from '../operations/list-users.ts';
import { malformed } from '../refusal.ts';

/** A listing with an order, sizes and tokens of its own; what is left out is as usual. */
export interface Listing {
  /** The place of the first page, 0 where nothing is said. */
  readonly start?: number;
  readonly order?: (users: readonly User[]) => readonly User[];
  /** How many users the page at this place holds; `asked` is 100 where nothing is asked. */
  readonly limit?: (asked: number, place: number) => number;
  /** The token of the page that begins at this place. A place is how many users come before. */
  readonly write?: (place: number) => string;
  /** The place of a token, undefined where it is none. */
  readonly read?: (token: string) => number | undefined;
  /** The place behind a page that begins at `place` and holds `count` users; undefined ends the chain. */
  readonly next?: (place: number, count: number, total: number) => number | undefined;
  readonly page?: (users: readonly User[], nextPageToken: string | undefined) => PageResult;
}

const largestPage = 1000;

/** Lists users page by page from their place in an order. */
export function ownListing(listing: Listing): Change {
  const {
    start = 0,
    order = (users) => users,
    limit = (asked) => asked,
    write = (place) => `at-${place}`,
    read = (token) => (/^at--?\d+(\.\d+)?$/.test(token) ? Number(token.slice(3)) : undefined),
    next = (place, count, total) => (place + count < total ? place + count : undefined),
    page = (users, nextPageToken = '') => ({ users, nextPageToken }),
  } = listing;
  return (behaviour, { fire }) => {
    const places = new WeakMap<Call, number>();
    const changed = replaceRule(behaviour, 'list-users', 'value pageToken', ({ name }) => ({
      name,
      refuse: (call) => {
        const [token = ''] = (call.input as { pageToken?: readonly string[] }).pageToken ?? [];
        const place = token === '' ? start : read(token);
        if (place === undefined) return malformed('The pageToken is unknown; take one from a page.');
        places.set(call, place);
        return undefined;
      },
    }));
    return {
      ...changed,
      perform: {
        ...changed.perform,
        'list-users': (request, call) => {
          fire();
          const { directory } = call.ledger;
          const all = order(directory.page('', directory.size()));
          const asked = Number(request.pageSize?.[0] ?? 0);
          const place = places.get(call) ?? start;
          const size = Math.min(limit(asked === 0 ? 100 : asked, place), largestPage);
          // A place with a fraction is on no user: the page is empty.
          const users = Number.isInteger(place) ? all.slice(place, place + size) : [];
          const behind = next(place, users.length, all.length);
          return page(users, behind === undefined ? undefined : write(behind));
        },
      },
    };
  };
}
