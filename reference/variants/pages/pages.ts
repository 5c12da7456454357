import { createHash } from 'node:crypto';
import type { User } from '../../directory.ts';
import { changePerform } from '../../faults/change-stage.ts';
import type { Operation } from '../../operation.ts';
import { asItIs, changeSuccessBodies, together } from '../change-answers.ts';
import { refuseToo } from '../requests/change-requests.ts';
import { readings } from '../requests/readings.ts';
import { type VariantRow, variantsOf } from '../variant-row.ts';
import { type Listing, ownListing } from './own-listing.ts';

const largestPage = '3';

const shortPages: VariantRow = {
  title: 'A page of list-users has at most three users, whatever size is requested; the last one has no nextPageToken.',
  quote: 'One limits the maximum number of elements in a returned page.',
  apply: changePerform('list-users', (perform, { fire }) => async (request, call) => {
    const asked = Number(request.pageSize?.[0] ?? 0);
    const isShort = asked === 0 || asked > Number(largestPage);
    if (isShort) fire();
    const page = await perform(isShort ? { ...request, pageSize: [largestPage] } : request, call);
    const { nextPageToken, ...lastPage } = page;
    return nextPageToken === '' ? lastPage : page;
  }),
};

const operations: readonly Operation[] = ['list-users'];

function listing(title: string, quote: string, own: Listing): VariantRow {
  return { title, quote, apply: ownListing(own) };
}

function countOf(users: number): VariantRow {
  return {
    title: `There ${users === 1 ? 'is 1 user' : `are ${users} users`}.`,
    quote: users > 1000 ? readings.thousands : readings.userFields,
    serving: { users },
    apply: asItIs,
  };
}

function sizeRefused(title: string, isRefused: (asked: number) => boolean): VariantRow {
  return {
    title,
    quote: readings.refusedSize,
    apply: refuseToo('list-users', 'error-object', 'The page size is not allowed.', ({ input }) => {
      const [asked] = (input as { pageSize?: readonly string[] }).pageSize ?? [];
      return asked !== undefined && isRefused(Number(asked));
    }),
  };
}

function byHash({ id: left }: User, { id: right }: User): number {
  const hash = (id: string) => createHash('sha256').update(id).digest('hex');
  return hash(left) < hash(right) ? -1 : 1;
}

function sortKey({ id, identityProviderId, metadata }: User): string {
  return JSON.stringify([identityProviderId, metadata.resourceVersion, id]);
}

/** After a page, the next position is between users. */
function betweenPages(place: number, count: number, total: number): number | undefined {
  if (!Number.isInteger(place)) return place + 0.5;
  return place + count < total ? place + count - 0.5 : undefined;
}

/** A page follows each non-empty page. */
function behindUsers(place: number, count: number): number | undefined {
  return count > 0 ? place + count : undefined;
}

const { fewerElements: fewer, endOfChain, emptyUsers, order } = readings;

/** Order, sizes and ends of pages (rulings 6 and 17). */
export const pageVariants = variantsOf(operations, readings.fewerElements, {
  'short-pages': shortPages,
  'users-in-reverse': listing('Users come in reverse order.', order, {
    order: (users) => [...users].reverse(),
  }),
  'users-in-no-order': listing('Users come in the order of a hash.', order, {
    order: (users) => [...users].sort(byHash),
  }),
  'pages-of-five-at-most': listing('A page has at most five users.', fewer, {
    limit: (asked) => Math.min(asked, 5),
  }),
  'pages-of-one': listing('A page has one user, whatever size is requested.', fewer, { limit: () => 1 }),
  'pages-of-uneven-size': listing('A page has between one user and as many as requested.', fewer, {
    limit: (asked, place) => 1 + ((place * 7 + 3) % asked),
  }),
  'default-page-of-seven': listing('A page has seven users if no size is requested.', readings.parameterNames, {
    limit: (asked) => (asked === 100 ? 7 : asked),
  }),
  'empty-pages-between': listing('Each page is followed by an empty one with a token.', fewer, {
    next: betweenPages,
  }),
  'empty-pages-without-users': listing('Each page is followed by one with a token and without `users`.', emptyUsers, {
    next: betweenPages,
    page: (users, nextPageToken = '') => (users.length === 0 ? { nextPageToken } : { users, nextPageToken }),
  }),
  'thirty-empty-pages-first': listing('The first thirty pages are empty.', fewer, {
    start: -29.5,
    next: (place, count, total) => {
      if (place < 0) return Math.min(place + 1, 0);
      return place + count < total ? place + count : undefined;
    },
  }),
  'last-page-empty': listing('The last full page has a token, and an empty page follows.', fewer, {
    next: behindUsers,
  }),
  'last-page-is-an-empty-object': listing('The last page is {}.', emptyUsers, {
    next: behindUsers,
    page: (users, nextPageToken) => (nextPageToken === undefined ? {} : { users, nextPageToken }),
  }),
  'last-page-of-nulls': {
    title: 'The last page has null for its users and its token.',
    quote: readings.nullIsAbsent,
    apply: together(
      ownListing({ next: behindUsers }),
      changeSuccessBodies(({ nextPageToken }) => (nextPageToken === '' ? { users: null, nextPageToken: null } : undefined)),
    ),
  },
  'last-token-absent': listing('The last page has no nextPageToken.', endOfChain, {
    page: (users, nextPageToken) => (nextPageToken === undefined ? { users } : { users, nextPageToken }),
  }),
  'last-token-null': listing('The nextPageToken of the last page is null.', endOfChain, {
    page: (users, nextPageToken) => ({ users, nextPageToken: nextPageToken ?? null }),
  }),
  'page-size-of-one-refused': sizeRefused('A page size of 1 is rejected.', (asked) => asked === 1),
  'page-sizes-below-five-refused': sizeRefused('Page sizes below five are rejected.', (asked) => asked < 5),
  'page-sizes-above-fifty-refused': sizeRefused('Page sizes above fifty are rejected.', (asked) => asked > 50),
  'page-sizes-above-ten-refused': sizeRefused('Page sizes above ten are rejected.', (asked) => asked > 10),
  'page-sizes-of-a-few-values': sizeRefused('Only the page sizes 10, 25, 50 and 100 are accepted.', (asked) => ![10, 25, 50, 100].includes(asked)),
  'page-sizes-of-fifty-alone': sizeRefused('Only the page size 50 is accepted.', (asked) => asked !== 50),
  'page-sizes-above-the-users-refused': sizeRefused('Page sizes above the number of users are rejected.', (asked) => asked > 23),
  'pages-of-ten-at-most': listing('A page has at most ten users.', fewer, {
    limit: (asked) => Math.min(asked, 10),
  }),
  'users-by-provider-and-resource-version': listing('Users come in the order of their provider, and within it of their version.', order, {
    order: (users) => [...users].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
  }),
  '240-users': countOf(240),
  '240-users-in-pages-of-ten-at-most': {
    title: 'There are 240 users, and a page has at most ten.',
    quote: readings.thousands,
    serving: { users: 240 },
    apply: ownListing({ limit: (asked) => Math.min(asked, 10) }),
  },
  '3-users': countOf(3),
  '0-users': countOf(0),
  '1-users': countOf(1),
  '2-users': countOf(2),
  '100-users': countOf(100),
  '101-users': countOf(101),
  '3000-users': countOf(3000),
  '1000-users-in-pages-of-five-at-most': {
    title: 'There are 1000 users, and a page has at most five.',
    quote: readings.thousands,
    serving: { users: 1000 },
    apply: ownListing({ limit: (asked) => Math.min(asked, 5) }),
  },
});
