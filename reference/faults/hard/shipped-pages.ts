import { writePageToken } from '../../page-token.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { changePage, idOf, isLast, usersOf } from '../pages/change-page.ts';

/** Listings that are wrong only in a place, or for a way to walk them, that a client may well choose. */
export const shippedPageFaults = faultsOf('list-users', [
  {
    id: 'page-of-more-than-255-users-is-cut',
    title: 'A page has at most 255 users, and its token continues behind as many as were requested.',
    requirements: ['LU-PAGE-COMPLETE'],
    serving: { users: 300 },
    apply: changePage(async ({ request, pageOf }) => {
      const page = await pageOf(request);
      return usersOf(page).length > 255 ? { ...page, users: usersOf(page).slice(0, 255) } : undefined;
    }),
  },
  ...breaking(['LU-PAGE-COMPLETE'], {
    'page-of-all-users-lacks-the-last': [
      'With a page size that is exactly the number of users, the last user is missing.',
      changePage(async ({ request, size, token, call, pageOf }) => {
        if (token !== '' || size !== call.ledger.directory.size()) return undefined;
        const page = await pageOf(request);
        return { ...page, users: usersOf(page).slice(0, -1) };
      }),
    ],
  }),
  ...breaking(['LU-PAGE-EMPTYTOKEN', 'LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES'], {
    'chain-that-begins-with-an-empty-token-skips-a-user': [
      'The token of a page that was requested with an empty token skips a user.',
      changePage(async ({ request, token, call, pageOf }) => {
        if (request.pageToken === undefined || token !== '') return undefined;
        const page = await pageOf(request);
        const [next] = call.ledger.directory.page(idOf(usersOf(page).at(-1)), 1);
        return isLast(page) || next === undefined ? undefined : { ...page, nextPageToken: writePageToken(next.id) };
      }),
    ],
  }),
]);
