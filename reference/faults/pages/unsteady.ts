import type { PageResult } from '../../operations/list-users.ts';
import { readPageToken, writePageToken } from '../../page-token.ts';
import type { Change } from '../fault.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { changePage, usersOf, withSize } from './change-page.ts';

/** Every listing of the server counts. */
function everyNth(nth: number, change: Parameters<typeof changePage>[0]): Change {
  let asked = 0;
  return changePage(async (context) => {
    asked += 1;
    return asked % nth === 0 ? change(context) : undefined;
  });
}

/** A different order each time, which a database without ORDER BY may have. */
function shuffled<T>(list: readonly T[], time: number): T[] {
  const keyed = list.map((each, index) => ({ each, key: ((index + 1) * 7_919 * (time + 3)) % 10_007 }));
  return keyed.sort((one, other) => one.key - other.key).map(({ each }) => each);
}

function shuffledPages(): Change {
  let asked = 0;
  return changePage(async ({ request, size, token, call, pageOf }): Promise<PageResult> => {
    asked += 1;
    await pageOf(request);
    const all = shuffled(call.ledger.directory.page('', 1_000_000), asked);
    const from = Number(/^offset-(\d+)$/.exec(readPageToken(token) ?? '')?.[1] ?? 0);
    const to = from + (size ?? 100);
    return {
      users: all.slice(from, to),
      nextPageToken: to < all.length ? writePageToken(`offset-${to}`) : '',
    };
  });
}

function lessOneUser(): Change {
  let asked = 0;
  return changePage(async ({ request, pageOf }) => {
    asked += 1;
    const page = await pageOf(request);
    const users = usersOf(page);
    const left = (asked * 7) % Math.max(1, users.length);
    return { ...page, users: users.filter((_user, index) => index !== left) };
  });
}

const rows: readonly FaultRow[] = [
  {
    id: 'listing-is-shuffled-at-each-request',
    title: 'Each page is cut out of a new order of all users.',
    requirements: ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'],
    apply: shuffledPages(),
  },
  {
    id: 'another-user-is-missing-at-each-request',
    title: 'Each page lacks one of its users, another one each time.',
    requirements: ['LU-PAGE-COMPLETE'],
    apply: lessOneUser(),
  },
  {
    id: 'page-size-is-ignored-now-and-then',
    title: 'Every third request is answered as if it had no page size.',
    requirements: ['LU-PAGE-SIZE'],
    apply: everyNth(3, async ({ request, size, pageOf }) => (size === undefined ? undefined : pageOf(withSize(request, 100)))),
  },
  {
    id: 'page-token-is-ignored-now-and-then',
    title: 'Every third request is answered as if it had no page token.',
    requirements: ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'],
    apply: everyNth(3, async ({ request, token, pageOf }) => (token === '' ? undefined : pageOf({ ...request, pageToken: [''] }))),
  },
];

/** Listings that change from request to request (ruling 36). */
export const unsteadyFaults = faultsOf('list-users', rows);
