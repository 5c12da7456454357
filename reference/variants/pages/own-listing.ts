import type { Call } from '../../call.ts';
import type { User } from '../../directory.ts';
import type { Change } from '../../faults/fault.ts';
import { replaceRule } from '../../faults/withdraw-rule.ts';
import type { PageResult } from '../../operations/list-users.ts';
import { malformed } from '../../refusal.ts';

/** A listing with its own order, sizes and tokens; defaults are as usual. */
export interface Listing {
  /** The position of the first page; default 0. */
  readonly start?: number;
  readonly order?: (users: readonly User[]) => readonly User[];
  /** The number of users on the page at this position; `asked` is 100 if there is no size. */
  readonly limit?: (asked: number, place: number) => number;
  /** The token of the page at this position. A position is the number of users before it. */
  readonly write?: (place: number) => string;
  /** The position of a token; undefined if it is not one. */
  readonly read?: (token: string) => number | undefined;
  /** The position after a page at `place` with `count` users; undefined ends the chain. */
  readonly next?: (place: number, count: number, total: number) => number | undefined;
  readonly page?: (users: readonly User[], nextPageToken: string | undefined) => PageResult;
}

const largestPage = 1000;

/** Lists users page by page in an order of its own. */
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
          // A fractional position is between users: the page is empty.
          const users = Number.isInteger(place) ? all.slice(place, place + size) : [];
          const behind = next(place, users.length, all.length);
          return page(users, behind === undefined ? undefined : write(behind));
        },
      },
    };
  };
}
