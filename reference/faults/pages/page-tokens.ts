import { writePageToken } from '../../page-token.ts';
import type { ListUsersRequest } from '../../requests.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { listUsersRequestQuote } from '../quotes.ts';
import { refuseValid } from '../refuse-valid.ts';
import { seenByValid } from '../valid-requests.ts';
import { changePage, idOf, isLast, usersOf } from './change-page.ts';

/** A server with an undocumented rule about page tokens. */
function refuseToken(isRefused: (token: string | undefined) => boolean): Change {
  return refuseValid('list-users', 'The pageToken is invalid; begin from the start.', ({ input }) => {
    const [token] = (input as ListUsersRequest).pageToken ?? [];
    return isRefused(token);
  });
}

const rows: readonly FaultRow[] = [
  {
    id: 'token-before-size-is-ignored',
    title: 'A page token before the size in the query has no effect.',
    requirements: ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'],
    apply: changePage(async ({ request, token, call, pageOf }) =>
      token !== '' && /pageToken=.*&pageSize=/.test(call.target) ? pageOf({ ...request, pageToken: [''] }) : undefined,
    ),
  },
  {
    id: 'last-page-has-token-of-first',
    title: 'The last page has a token that leads to the second.',
    requirements: ['LU-PAGE-CONTINUES'],
    apply: changePage(async ({ request, size, pageOf, call }) => {
      const page = await pageOf(request);
      const first = call.ledger.directory.page('', size ?? 10).at(-1);
      return isLast(page) && first !== undefined ? { ...page, nextPageToken: writePageToken(first.id) } : undefined;
    }),
  },
  {
    id: 'token-comes-again',
    title: 'The token of a page after the first is the one it was requested with.',
    requirements: ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'],
    apply: changePage(async ({ request, token, pageOf }) => {
      const page = await pageOf(request);
      return token === '' || isLast(page) ? undefined : { ...page, nextPageToken: token };
    }),
  },
  {
    id: 'listing-never-ends',
    title: 'The last page is followed by endless empty pages, each with a new token.',
    requirements: ['LU-PAGE-CONTINUES'],
    apply: changePage(async ({ request, pageOf, token, call }) => {
      const page = await pageOf(request);
      if (!isLast(page)) return undefined;
      const last = idOf(usersOf(page).at(-1)) || idOf(call.ledger.directory.page('', 1_000_000).at(-1));
      const passed = usersOf(page).length > 0 ? '~' : `~${decodedTail(token)}`;
      return { ...page, nextPageToken: writePageToken(`${last}${passed}`) };
    }),
  },
  {
    id: 'pages-of-three-never-end',
    title: 'With a page size of three, the last page leads to the first.',
    requirements: ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'],
    apply: changePage(async ({ request, size, pageOf }) => {
      const page = await pageOf(request);
      return isLast(page) && size === 3 ? { ...page, nextPageToken: writePageToken('+') } : undefined;
    }),
  },
  {
    id: 'refuses-token-of-its-own',
    title: 'The token of the previous page is rejected.',
    requirements: ['LU-PAGE-CONTINUES', 'LU-SUCCESS', 'LU-PAGE-COMPLETE'],
    apply: refuseToken((token = '') => token !== ''),
  },
  {
    id: 'refuses-empty-token',
    title: 'An empty page token is rejected.',
    requirements: ['LU-PAGE-EMPTYTOKEN', 'LU-SUCCESS'],
    apply: refuseToken((token) => token === ''),
  },
  {
    id: 'refuses-absent-token',
    title: 'A request without a page token is rejected.',
    requirements: seenByValid('list-users', ['LU-SUCCESS']),
    quote: listUsersRequestQuote,
    apply: refuseToken((token) => token === undefined),
  },
  ...breaking(['LU-PAGE-EMPTYTOKEN'], {
    'empty-token-gives-second-page': [
      'An empty page token starts after the first user.',
      changePage(async ({ request, token, pageOf, call }) => {
        const [first] = call.ledger.directory.page('', 1);
        if (request.pageToken === undefined || token !== '' || first === undefined) return undefined;
        return pageOf({ ...request, pageToken: [writePageToken(first.id)] });
      }),
    ],
    'empty-token-gives-no-users': [
      'An empty page token gives an empty last page.',
      changePage(async ({ request, token }) => (request.pageToken === undefined || token !== '' ? undefined : { users: [], nextPageToken: '' })),
    ],
    'empty-token-with-size-gives-end': [
      'An empty page token with a page size gives the end of the list.',
      changePage(async ({ request, token, size, call }) => {
        if (request.pageToken === undefined || token !== '' || size === undefined) return undefined;
        const all = call.ledger.directory.page('', 1_000_000);
        return all.length > size ? { users: all.slice(-size), nextPageToken: '' } : undefined;
      }),
    ],
  }),
];

/** The suffix of the id in a token: how many empty pages came before. */
function decodedTail(token: string): string {
  return /~+$/.exec(Buffer.from(token, 'base64url').toString('utf8'))?.[0] ?? '';
}

/** Page tokens that loop, never end, are rejected or lead to the wrong page (rulings 16 and 17). */
export const pageTokenFaults = faultsOf('list-users', rows);
