import { readPageToken, writePageToken } from '../../page-token.ts';
import { apiKey } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import { type Asked, end, isLast, leaveOut, page, paging } from '../../rows/list-users.ts';
import { reject } from '../../rows/requests.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { faults, LU } from '../table.ts';

const complete = ['LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'];
const continues = ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'];
const value = { only: 'value' } as const;
const state = { only: 'state' } as const;

/** The page before the last claims to be the last, if the last one is like this. */
const endsEarly = (isMeant: (next: Json, asked: Asked) => boolean = () => true): Action =>
  page(async (given, asked) => {
    if (isLast(given)) return undefined;
    const next = await asked.of({ pageToken: [given.nextPageToken] });
    return isLast(next) && isMeant(next, asked) ? { nextPageToken: '' } : undefined;
  });
const isFull = ({ users }: Json, { size }: Asked): boolean => users.length === size;

/** Which of the users in order of their ids this is, from 1. */
const placeOf = (id = ''): number => Number(/^user-(\d+)$/.exec(id)?.[1] ?? 0) + 1;

/** Chains that omit or invent users (ruling 17). */
const missingUsers: readonly Fault[] = faults(LU, complete, {
  'first-user-of-later-pages-is-dropped': ['Pages after the first lack their first user.', leaveOut((_, index, { token }) => token !== '' && index === 0)],
  'last-user-is-lost-on-small-pages': [
    'With a page size below ten, the very last user is missing.',
    page((given, { size = 100 }) => (isLast(given) && size < 10 ? { users: given.users.slice(0, -1) } : undefined)),
    value,
  ],
  'greatest-size-behind-a-token-gives-nobody': [
    'A page size of 2,147,483,647 behind a page token gives an empty last page.',
    page((_, { size, token }) => (size === 2_147_483_647 && token !== '' ? end : undefined)),
    value,
  ],
  'last-page-is-lost': ['The page before the last claims to be the last.', endsEarly()],
  'full-last-page-is-lost': ['A full last page is missing.', endsEarly(isFull), { serving: { users: 24 }, ...value }],
  'listing-ends-behind-ten-pages': [
    'A chain ends after ten pages.',
    page((given, { size = 100, users }) => (given.users.at(-1)?.id >= (users.slice(0, 10 * size).at(-1)?.id ?? '') ? { nextPageToken: '' } : undefined)),
    state,
  ],
  'user-17-is-dropped-on-pages-of-two': [
    'A user in the middle is left out of pages of two.',
    leaveOut(({ id }, _, { size }) => size === 2 && id === 'user-0017'),
    value,
  ],
  'page-of-seven-loses-user': ['A page of seven has six users, and the seventh is lost.', leaveOut((_, index, { size }) => size === 7 && index === 6), value],
  'default-size-loses-users': [
    'Without a page size, deactivated users are left out.',
    leaveOut(({ isDeactivated }, _, { size }) => size === undefined && isDeactivated),
  ],
  'second-page-skips-a-page': [
    'The token of the first page leads to the third.',
    page((given, { token, size = 100, users }) =>
      token === '' && !isLast(given) ? { nextPageToken: writePageToken(users.slice(0, 2 * size).at(-1)?.id ?? '') } : undefined,
    ),
    { quote: 'A non-empty value continues from a given page and is taken from the result of the previous page (the nextPageToken field).' },
  ],
  'party-of-the-first-user-behind-a-token': [
    'Behind a page token, every user has the party of the first.',
    page(({ users: shown }, { token, users }) =>
      token === '' ? undefined : { users: shown.map((user: Json) => ({ ...user, primaryParty: users[0]?.primaryParty })) },
    ),
  ],
  'nobody-is-deactivated-under-the-api-key': [
    'Under the API key, nobody is deactivated.',
    page(({ users }) => ({ users: users.map((user: Json) => ({ ...user, isDeactivated: false })) })),
    { only: 'scheme', under: apiKey },
  ],
  'unknown-user-on-pages-of-three': [
    'Pages of three end with a user that no other listing has.',
    page(({ users: [first, second, third] }, { size }) =>
      size === 3 && third !== undefined ? { users: [first, second, { id: `ghost-${third.id}` }] } : undefined,
    ),
    value,
  ],
});

/** Chains that duplicate users. */
const repeatedUsers: readonly Fault[] = faults(LU, continues, {
  'last-user-of-a-page-comes-again': [
    'A page begins with the last user of the page before.',
    page((given, { size, token, users }) => {
      const before = users[users.findIndex(({ id }) => id === given.users[0]?.id) - 1];
      return token === '' || size === 1 || before === undefined ? undefined : { users: [before, ...given.users.slice(0, (size ?? 100) - 1)] };
    }),
  ],
  'user-comes-twice-on-a-page': [
    'The last two users of a page of three are the same.',
    page(({ users: [first, second, third] }, { size }) => (size === 3 && third !== undefined ? { users: [first, second, second] } : undefined)),
    value,
  ],
  'own-user-is-on-every-page': [
    'The user of the token is on every page.',
    page((given, { size = 100, token, users }) => (token === '' ? undefined : { users: [users[0], ...given.users].slice(0, size) })),
  ],
  'token-is-ignored': ['Every page is the first.', page((_, { of }) => of({ pageToken: [''] }))],
  'page-before-comes-again': [
    'The third page of a chain is the second one again, with a new token.',
    page(async ({ nextPageToken }, { size = 100, token, users, of }) => {
      const [first, second] = [size, 2 * size].map((end) => writePageToken(users.slice(0, end).at(-1)?.id ?? ''));
      return token === second ? { ...(await of({ pageToken: [first] })), nextPageToken } : undefined;
    }),
  ],
});

export const pageContents: readonly Fault[] = [...missingUsers, ...repeatedUsers];

/** A different order each time, which a database without ORDER BY may have. */
function shuffled<T>(list: readonly T[], time: number): T[] {
  const keyed = list.map((each, index) => ({ each, key: ((index + 1) * 7_919 * (time + 3)) % 10_007 }));
  return keyed.sort((one, other) => one.key - other.key).map(({ each }) => each);
}

/** Changes each page by the number of listings so far. */
const counting = (change: (nth: number, page: Json, asked: Asked) => Promise<Json> | Json): Action =>
  paging(() => {
    let listings = 0;
    return (given, asked) => {
      listings += 1;
      return change(listings, given, asked);
    };
  });

/** Listings that change from request to request (ruling 36). */
export const unsteadyPages = faults(LU, ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'], {
  'listing-is-shuffled-at-each-request': [
    'Each page is cut out of a new order of all users.',
    counting((nth, _, { size = 100, request, users }) => {
      const from = Number(/^offset-(\d+)$/.exec(readPageToken(request.pageToken?.[0] ?? '') ?? '')?.[1] ?? 0);
      const nextPageToken = from + size < users.length ? writePageToken(`offset-${from + size}`) : '';
      return { users: shuffled(users, nth).slice(from, from + size), nextPageToken };
    }),
  ],
  'another-user-is-missing-at-each-request': [
    'Each page lacks one of its users, another one each time.',
    counting((nth, { users }) => ({
      users: users.filter((_: Json, index: number) => index !== (nth * 7) % Math.max(1, users.length)),
    })),
    { breaks: 'LU-PAGE-COMPLETE' },
  ],
  'page-size-is-ignored-now-and-then': [
    'Every third request is answered as if it had no page size.',
    counting((nth, _, { size, of }) => (nth % 3 === 0 && size !== undefined ? of({ pageSize: ['100'] }) : undefined)),
    { breaks: 'LU-PAGE-SIZE', only: 'chance' },
  ],
  'page-token-is-ignored-now-and-then': [
    'Every third request is answered as if it had no page token.',
    counting((nth, _, { token, of }) => (nth % 3 === 0 && token !== '' ? of({ pageToken: [''] }) : undefined)),
    { only: 'chance' },
  ],
});

/** Listings that lack users who are known to exist (ruling 37). */
export const knownUsers = faults(LU, 'LU-PAGE-COMPLETE', {
  'own-user-is-not-listed': ['The user of the token is missing from every listing.', leaveOut(({ id }, _, { call }) => id === call.ledger.userId)],
  'one-user-alone-is-listed': ['Every listing has only the last user.', page((_, { users }) => ({ users: users.slice(-1), nextPageToken: '' }))],
  'nobody-is-listed': ['Every listing is empty.', page(() => end)],
});
const serving = { users: 240 };

/** Chains that fail only after many pages, or only under one scheme (ruling 37). */
export const longChains: readonly Fault[] = [
  ...faults(LU, 'LU-PAGE-COMPLETE', {
    'listing-ends-behind-seventy-pages': [
      'A chain of pages ends after seventy pages.',
      page((given, { size = 100 }) => (placeOf(given.users.at(-1)?.id) >= 70 * size ? { nextPageToken: '' } : undefined)),
      { serving, ...state },
    ],
    'page-of-65-lacks-a-user': ['A page of 65 has 64 users.', leaveOut((_, index, { size }) => size === 65 && index === 64), { serving, ...value }],
    'user-200-is-lost-on-pages-of-one-or-two': [
      'With a page size of one or two, the two hundredth user is missing.',
      leaveOut(({ id }, _, { size = 100 }) => size <= 2 && placeOf(id) === 200),
      { serving, ...value },
    ],
  }),
  ...faults(LU, ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-SUCCESS'], {
    'token-behind-100-users-is-refused-on-small-pages': [
      'Behind the hundredth user, a page token with a page size of one or two is rejected.',
      reject((input) => Number(input.pageSize?.[0] ?? 100) <= 2 && placeOf(readPageToken(input.pageToken?.[0] ?? '')) > 100),
      { serving, ...value },
    ],
  }),
  ...faults(LU, 'LU-PAGE-COMPLETE', {
    'full-last-page-is-lost-under-the-api-key': [
      'With the API key, a full last page is missing.',
      endsEarly(isFull),
      { serving: { users: 24 }, only: 'scheme', under: apiKey },
    ],
  }),
];
