import type { PageResult } from '../../operations/list-users.ts';
import { writePageToken } from '../../page-token.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { quoteOf } from '../quotes.ts';
import { changePage, idOf, isLast, type PageContext, usersOf } from './change-page.ts';

type ChangeOfPage = (page: PageResult, context: PageContext) => PageResult | undefined;

/** Replaces the page. */
function changing(change: ChangeOfPage): Change {
  return changePage(async (context) => change(await context.pageOf(context.request), context));
}

/** Omits users from a page; no change if none of them is on it. */
function leavingOut(isLeftOut: (id: string, index: number, context: PageContext) => boolean): Change {
  return changing((page, context) => {
    const kept = usersOf(page).filter((user, index) => !isLeftOut(idOf(user), index, context));
    return kept.length === usersOf(page).length ? undefined : { ...page, users: kept };
  });
}

const complete = ['LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'];
const continues = ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'];

const missingUsers: readonly FaultRow[] = [
  ...breaking(complete, {
    'first-user-of-later-pages-is-dropped': ['Pages after the first lack their first user.', leavingOut((_, index, { token }) => token !== '' && index === 0)],
    'last-user-is-lost-on-small-pages': [
      'With a page size below ten, the very last user is missing.',
      changing((page, { size }) => (isLast(page) && (size ?? 100) < 10 ? { ...page, users: usersOf(page).slice(0, -1) } : undefined)),
    ],
    'last-page-is-lost': [
      'The page before the last claims to be the last.',
      changePage(async ({ request, pageOf }) => {
        const page = await pageOf(request);
        if (isLast(page)) return undefined;
        const next = await pageOf({ ...request, pageToken: [String(page.nextPageToken)] });
        return isLast(next) ? { ...page, nextPageToken: '' } : undefined;
      }),
    ],
  }),
  {
    id: 'full-last-page-is-lost',
    title: 'A full last page is missing.',
    requirements: complete,
    serving: { users: 24 },
    apply: changePage(async ({ request, size, pageOf }) => {
      const page = await pageOf(request);
      if (isLast(page)) return undefined;
      const next = await pageOf({ ...request, pageToken: [String(page.nextPageToken)] });
      return isLast(next) && usersOf(next).length === size ? { ...page, nextPageToken: '' } : undefined;
    }),
  },
  ...breaking(complete, {
    'listing-ends-behind-ten-pages': [
      'A chain ends after ten pages.',
      changing((page, { size, call }) => {
        const last = usersOf(page).at(-1);
        const before = call.ledger.directory.page('', 10 * (size ?? 100)).at(-1)?.id ?? '';
        return !isLast(page) && idOf(last) >= before ? { ...page, nextPageToken: '' } : undefined;
      }),
    ],
    'user-17-is-dropped-on-pages-of-two': [
      'A user in the middle is left out of pages of two.',
      leavingOut((id, _, { size }) => size === 2 && id === 'user-0017'),
    ],
    'page-of-seven-loses-user': ['A page of seven has six users and the seventh is on no page.', leavingOut((_, index, { size }) => size === 7 && index === 6)],
    'default-size-loses-users': [
      'Without a page size, deactivated users are left out.',
      changing((page, { size }) =>
        size === undefined
          ? {
              ...page,
              users: usersOf(page).filter((user) => !(user as { isDeactivated?: boolean }).isDeactivated),
            }
          : undefined,
      ),
    ],
  }),
  {
    id: 'second-page-skips-a-page',
    title: 'The token of the first page leads to the third.',
    requirements: complete,
    quote: quoteOf('LU-PAGE-CONTINUES'),
    apply: changing((page, { token, size, call }) => {
      if (token !== '' || isLast(page)) return undefined;
      const skipped = call.ledger.directory.page('', 2 * (size ?? 100)).at(-1);
      return skipped === undefined ? undefined : { ...page, nextPageToken: writePageToken(skipped.id) };
    }),
  },
  ...breaking(complete, {
    'unknown-user-on-pages-of-three': [
      'Pages of three end with a user that no other listing has.',
      changing((page, { size }) =>
        size === 3 && usersOf(page).length === 3 ? { ...page, users: [...usersOf(page).slice(0, 2), { id: `ghost-${idOf(usersOf(page)[2])}` }] } : undefined,
      ),
    ],
  }),
];

const repeatedUsers: readonly FaultRow[] = [
  ...breaking(continues, {
    'last-user-of-a-page-comes-again': [
      'A page begins with the last user of the page before.',
      changePage(async ({ request, size, token, pageOf, call }) => {
        if (token === '' || size === 1) return undefined;
        const page = await pageOf(request);
        const first = idOf(usersOf(page)[0]);
        const all = call.ledger.directory.page('', call.ledger.directory.size());
        const before = all[all.findIndex((user) => user.id === first) - 1];
        return before === undefined ? undefined : { ...page, users: [before, ...usersOf(page).slice(0, (size ?? 100) - 1)] };
      }),
    ],
    'user-comes-twice-on-a-page': [
      'The last two users of a page of three are the same.',
      changing((page, { size }) => {
        const [first, second, third] = usersOf(page);
        return size === 3 && third !== undefined ? { ...page, users: [first, second, second] } : undefined;
      }),
    ],
    'own-user-is-on-every-page': [
      'The user of the token is on every page.',
      changing((page, { size, token, call }) => {
        const [own] = call.ledger.directory.page('', 1);
        if (token === '' || own === undefined) return undefined;
        return { ...page, users: [own, ...usersOf(page)].slice(0, size ?? 100) };
      }),
    ],
    'token-is-ignored': [
      'Every page is the first.',
      changePage(async ({ request, token, pageOf }) => (token === '' ? undefined : pageOf({ ...request, pageToken: [''] }))),
    ],
    'page-before-comes-again': [
      'The third page of a chain is the second one again, with a new token.',
      changePage(async ({ request, size, token, pageOf, call }) => {
        const second = call.ledger.directory.page('', 2 * (size ?? 100)).at(-1);
        if (second === undefined || token !== writePageToken(second.id)) return undefined;
        const first = call.ledger.directory.page('', size ?? 100).at(-1);
        const again = await pageOf({ ...request, pageToken: [writePageToken(first?.id ?? '')] });
        return { ...again, nextPageToken: (await pageOf(request)).nextPageToken };
      }),
    ],
  }),
];

/** Chains that omit, invent or duplicate users (ruling 17). */
export const pageContentFaults = faultsOf('list-users', [...missingUsers, ...repeatedUsers]);
