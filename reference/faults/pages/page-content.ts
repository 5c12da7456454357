import type { PageResult } from '../../operations/list-users.ts';
import { writePageToken } from '../../page-token.ts';
import type { Change } from '../fault.ts';
import { type BrokenClause, type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';
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

function row(id: string, title: string, clause: BrokenClause, apply: Change): FaultRow {
  return { id, title, ...clause, apply };
}

const complete = ['LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'];
const continues = ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'];

const missingUsers: readonly FaultRow[] = [
  row(
    'first-user-of-later-pages-is-dropped',
    'Pages after the first lack their first user.',
    { requirements: complete, quote: quotes.allUsers },
    leavingOut((_, index, { token }) => token !== '' && index === 0),
  ),
  row(
    'last-user-is-lost-on-small-pages',
    'With a page size below ten the last user of all is lost.',
    { requirements: complete, quote: quotes.allUsers },
    changing((page, { size }) =>
      isLast(page) && (size ?? 100) < 10 ? { ...page, users: usersOf(page).slice(0, -1) } : undefined,
    ),
  ),
  row(
    'last-page-is-lost',
    'The page before the last claims to be the last.',
    { requirements: complete, quote: quotes.allUsers },
    changePage(async ({ request, pageOf }) => {
      const page = await pageOf(request);
      if (isLast(page)) return undefined;
      const next = await pageOf({ ...request, pageToken: [String(page.nextPageToken)] });
      return isLast(next) ? { ...page, nextPageToken: '' } : undefined;
    }),
  ),
  {
    serving: { users: 24 },
    ...row(
      'full-last-page-is-lost',
      'A last page that is full is taken for none.',
      { requirements: complete, quote: quotes.allUsers },
      changePage(async ({ request, size, pageOf }) => {
        const page = await pageOf(request);
        if (isLast(page)) return undefined;
        const next = await pageOf({ ...request, pageToken: [String(page.nextPageToken)] });
        return isLast(next) && usersOf(next).length === size ? { ...page, nextPageToken: '' } : undefined;
      }),
    ),
  },
  row(
    'listing-ends-behind-ten-pages',
    'A chain ends after ten pages.',
    { requirements: complete, quote: quotes.allUsers },
    changing((page, { size, call }) => {
      const last = usersOf(page).at(-1);
      const before = call.ledger.directory.page('', 10 * (size ?? 100)).at(-1)?.id ?? '';
      return !isLast(page) && idOf(last) >= before ? { ...page, nextPageToken: '' } : undefined;
    }),
  ),
  row(
    'user-17-is-dropped-on-pages-of-two',
    'A user in the middle is left out of pages of two.',
    { requirements: complete, quote: quotes.allUsers },
    leavingOut((id, _, { size }) => size === 2 && id === 'user-0017'),
  ),
  row(
    'page-of-seven-loses-user',
    'A page of seven has six users and the seventh is on no page.',
    { requirements: complete, quote: quotes.allUsers },
    leavingOut((_, index, { size }) => size === 7 && index === 6),
  ),
  row(
    'default-size-loses-users',
    'Without a page size, deactivated users are left out.',
    { requirements: complete, quote: quotes.allUsers },
    changing((page, { size }) =>
      size === undefined
        ? {
            ...page,
            users: usersOf(page).filter((user) => !(user as { isDeactivated?: boolean }).isDeactivated),
          }
        : undefined,
    ),
  ),
  row(
    'second-page-skips-a-page',
    'The token of the first page leads to the third.',
    { requirements: complete, quote: quotes.nextPage },
    changing((page, { token, size, call }) => {
      if (token !== '' || isLast(page)) return undefined;
      const skipped = call.ledger.directory.page('', 2 * (size ?? 100)).at(-1);
      return skipped === undefined ? undefined : { ...page, nextPageToken: writePageToken(skipped.id) };
    }),
  ),
  row(
    'unknown-user-on-pages-of-three',
    'Pages of three end with a user that no other listing has.',
    { requirements: complete, quote: quotes.allUsers },
    changing((page, { size }) =>
      size === 3 && usersOf(page).length === 3
        ? { ...page, users: [...usersOf(page).slice(0, 2), { id: `ghost-${idOf(usersOf(page)[2])}` }] }
        : undefined,
    ),
  ),
];

const repeatedUsers: readonly FaultRow[] = [
  row(
    'last-user-of-a-page-comes-again',
    'A page begins with the last user of the page before.',
    { requirements: continues, quote: quotes.nextPage },
    changePage(async ({ request, size, token, pageOf, call }) => {
      if (token === '' || size === 1) return undefined;
      const page = await pageOf(request);
      const first = idOf(usersOf(page)[0]);
      const all = call.ledger.directory.page('', call.ledger.directory.size());
      const before = all[all.findIndex((user) => user.id === first) - 1];
      return before === undefined
        ? undefined
        : { ...page, users: [before, ...usersOf(page).slice(0, (size ?? 100) - 1)] };
    }),
  ),
  row(
    'user-comes-twice-on-a-page',
    'The last two users of a page of three are the same.',
    { requirements: continues, quote: quotes.nextPage },
    changing((page, { size }) => {
      const [first, second, third] = usersOf(page);
      return size === 3 && third !== undefined ? { ...page, users: [first, second, second] } : undefined;
    }),
  ),
  row(
    'own-user-is-on-every-page',
    'The user of the token is on every page.',
    { requirements: continues, quote: quotes.nextPage },
    changing((page, { size, token, call }) => {
      const [own] = call.ledger.directory.page('', 1);
      if (token === '' || own === undefined) return undefined;
      return { ...page, users: [own, ...usersOf(page)].slice(0, size ?? 100) };
    }),
  ),
  row(
    'token-is-ignored',
    'Every page is the first.',
    { requirements: continues, quote: quotes.nextPage },
    changePage(async ({ request, token, pageOf }) =>
      token === '' ? undefined : pageOf({ ...request, pageToken: [''] }),
    ),
  ),
  row(
    'page-before-comes-again',
    'The third page of a chain is the second once more, under a token of its own.',
    { requirements: continues, quote: quotes.nextPage },
    changePage(async ({ request, size, token, pageOf, call }) => {
      const second = call.ledger.directory.page('', 2 * (size ?? 100)).at(-1);
      if (second === undefined || token !== writePageToken(second.id)) return undefined;
      const first = call.ledger.directory.page('', size ?? 100).at(-1);
      const again = await pageOf({ ...request, pageToken: [writePageToken(first?.id ?? '')] });
      return { ...again, nextPageToken: (await pageOf(request)).nextPageToken };
    }),
  ),
];

/** Chains that omit, invent or duplicate users (ruling 17). */
export const pageContentFaults = faultsOf('list-users', [...missingUsers, ...repeatedUsers]);
