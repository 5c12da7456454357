import { readPageToken } from '../../page-token.ts';
import type { ListUsersRequest } from '../../requests.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { refuseValid } from '../refuse-valid.ts';
import { changePage, idOf, isLast, usersOf } from './change-page.ts';
import { isByApiKey } from './marked-tokens.ts';

const serving = { users: 240 };

/** Which of the users in order of their ids this is, from 1. */
function placeOf(id: string): number {
  return Number(/^user-(\d+)$/.exec(id)?.[1] ?? 0) + 1;
}

const rows: readonly FaultRow[] = [
  {
    id: 'listing-ends-behind-seventy-pages',
    title: 'A chain of pages ends after seventy pages.',
    requirements: ['LU-PAGE-COMPLETE'],
    serving,
    apply: changePage(async ({ request, size, pageOf }) => {
      const page = await pageOf(request);
      const behind = placeOf(idOf(usersOf(page).at(-1)));
      return !isLast(page) && behind >= 70 * (size ?? 100) ? { ...page, nextPageToken: '' } : undefined;
    }),
  },
  {
    id: 'user-200-is-lost-on-pages-of-one-or-two',
    title: 'With a page size of one or two, the two hundredth user is missing.',
    requirements: ['LU-PAGE-COMPLETE'],
    serving,
    apply: changePage(async ({ request, size, pageOf }) => {
      const page = await pageOf(request);
      const kept = usersOf(page).filter((user) => placeOf(idOf(user)) !== 200);
      return (size ?? 100) > 2 || kept.length === usersOf(page).length ? undefined : { ...page, users: kept };
    }),
  },
  {
    id: 'token-behind-100-users-is-refused-on-small-pages',
    title: 'Behind the hundredth user, a page token with a page size of one or two is rejected.',
    requirements: ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-SUCCESS'],
    serving,
    apply: refuseValid('list-users', 'The pageToken goes too far.', ({ input }) => {
      const { pageSize: [size = '100'] = [], pageToken: [token = ''] = [] } = input as ListUsersRequest;
      return Number(size) <= 2 && placeOf(readPageToken(token) ?? '') > 100;
    }),
  },
  {
    id: 'full-last-page-is-lost-under-the-api-key',
    title: 'With the API key, a full last page is missing.',
    requirements: ['LU-PAGE-COMPLETE'],
    serving: { users: 24 },
    apply: changePage(async ({ request, size, call, pageOf }) => {
      const page = await pageOf(request);
      if (isLast(page) || !isByApiKey(call)) return undefined;
      const next = await pageOf({ ...request, pageToken: [String(page.nextPageToken)] });
      return isLast(next) && usersOf(next).length === size ? { ...page, nextPageToken: '' } : undefined;
    }),
  },
];

/** Chains that fail only after many pages, or only under one scheme (ruling 37). */
export const longChainFaults = faultsOf('list-users', rows);
