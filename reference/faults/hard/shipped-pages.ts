import type { Call } from '../../call.ts';
import { writePageToken } from '../../page-token.ts';
import type { ListUsersRequest } from '../../requests.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { changePage, idOf, isLast, usersOf } from '../pages/change-page.ts';
import { markedTokens } from '../pages/marked-tokens.ts';
import { refuseValid } from '../refuse-valid.ts';

/** Each page has a token of its own, which is removed when it is used. */
const usedOnce: Change = (behaviour, context) => {
  let issued = 0;
  const marked = markedTokens(
    () => {
      issued += 1;
      return String(issued);
    },
    async () => undefined,
  )(behaviour, context);
  const used = new Map<string, Call>();
  return refuseValid('list-users', 'The pageToken was used before.', (call) => {
    const [token = ''] = (call.input as ListUsersRequest).pageToken ?? [];
    if (token === '') return false;
    const by = used.get(token) ?? call;
    used.set(token, by);
    return by !== call;
  })(marked, context);
};

/** Listings that are wrong only in a place, or for a way to walk them, that a client may well choose. */
export const shippedPageFaults = faultsOf('list-users', [
  ...breaking(['LU-PAGE-CONTINUES', 'LU-SUCCESS', 'LU-PAGE-COMPLETE'], {
    'page-token-works-once': ['A page token is rejected when it is sent again.', usedOnce],
  }),
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
        return isLast(page) || next === undefined
          ? undefined
          : { ...page, nextPageToken: writePageToken(next.id) };
      }),
    ],
  }),
]);
