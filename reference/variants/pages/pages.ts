import { createHash } from 'node:crypto';
import type { User } from '../../directory.ts';
import type { Operation } from '../../operation.ts';
import { asItIs, changeSuccessBodies, together } from '../change-answers.ts';
import { refuseToo } from '../requests/change-requests.ts';
import { readings } from '../requests/readings.ts';
import { type VariantRow, variantsOf } from '../variant-row.ts';
import { type Listing, ownListing } from './own-listing.ts';
import { shortPages } from './short-pages.ts';

const operations: readonly Operation[] = ['list-users'];

function listing(id: string, title: string, quote: string, own: Listing): VariantRow {
  return { id, title, operations, quote, apply: ownListing(own) };
}

function countOf(users: number): VariantRow {
  return {
    id: `${users}-users`,
    title: `There are ${users} users.`,
    operations,
    quote: users > 1000 ? readings.thousands : readings.userFields,
    serving: { users },
    apply: asItIs,
  };
}

function sizeRefused(id: string, title: string, isRefused: (asked: number) => boolean): VariantRow {
  return {
    id,
    title,
    operations,
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
export const pageVariants = [
  shortPages,
  ...variantsOf([
    listing('users-in-reverse', 'Users come in reverse order.', order, {
      order: (users) => [...users].reverse(),
    }),
    listing('users-in-no-order', 'Users come in the order of a hash.', order, {
      order: (users) => [...users].sort(byHash),
    }),
    listing('pages-of-five-at-most', 'A page has at most five users.', fewer, {
      limit: (asked) => Math.min(asked, 5),
    }),
    listing('pages-of-one', 'A page has one user, whatever was asked.', fewer, { limit: () => 1 }),
    listing('pages-of-uneven-size', 'A page has between one and the asked number of users.', fewer, {
      limit: (asked, place) => 1 + ((place * 7 + 3) % asked),
    }),
    listing(
      'default-page-of-seven',
      'A page has seven users where no size is asked.',
      readings.parameterNames,
      {
        limit: (asked) => (asked === 100 ? 7 : asked),
      },
    ),
    listing('empty-pages-between', 'Behind each page comes an empty one with a token.', fewer, {
      next: betweenPages,
    }),
    listing(
      'empty-pages-without-users',
      'Behind each page comes one with a token and without `users`.',
      emptyUsers,
      {
        next: betweenPages,
        page: (users, nextPageToken = '') =>
          users.length === 0 ? { nextPageToken } : { users, nextPageToken },
      },
    ),
    listing('thirty-empty-pages-first', 'The first thirty pages are empty.', fewer, {
      start: -29.5,
      next: (place, count, total) => {
        if (place < 0) return Math.min(place + 1, 0);
        return place + count < total ? place + count : undefined;
      },
    }),
    listing('last-page-empty', 'The last full page has a token, and an empty page follows.', fewer, {
      next: behindUsers,
    }),
    listing('last-page-is-an-empty-object', 'The last page is {}.', emptyUsers, {
      next: behindUsers,
      page: (users, nextPageToken) => (nextPageToken === undefined ? {} : { users, nextPageToken }),
    }),
    {
      id: 'last-page-of-nulls',
      title: 'The last page has null for its users and its token.',
      operations,
      quote: readings.nullIsAbsent,
      apply: together(
        ownListing({ next: behindUsers }),
        changeSuccessBodies(({ nextPageToken }) =>
          nextPageToken === '' ? { users: null, nextPageToken: null } : undefined,
        ),
      ),
    },
    listing('last-token-absent', 'The last page has no nextPageToken.', endOfChain, {
      page: (users, nextPageToken) => (nextPageToken === undefined ? { users } : { users, nextPageToken }),
    }),
    listing('last-token-null', 'The nextPageToken of the last page is null.', endOfChain, {
      page: (users, nextPageToken) => ({ users, nextPageToken: nextPageToken ?? null }),
    }),
    sizeRefused('page-size-of-one-refused', 'A page size of 1 is rejected.', (asked) => asked === 1),
    sizeRefused('page-sizes-below-five-refused', 'Page sizes below five are rejected.', (asked) => asked < 5),
    sizeRefused(
      'page-sizes-above-fifty-refused',
      'Page sizes above fifty are rejected.',
      (asked) => asked > 50,
    ),
    sizeRefused('page-sizes-above-ten-refused', 'Page sizes above ten are rejected.', (asked) => asked > 10),
    countOf(0),
    countOf(1),
    countOf(2),
    countOf(100),
    countOf(101),
    countOf(3000),
    {
      id: '1000-users-in-pages-of-five-at-most',
      title: 'There are 1000 users, and a page has at most five.',
      operations,
      quote: readings.thousands,
      serving: { users: 1000 },
      apply: ownListing({ limit: (asked) => Math.min(asked, 5) }),
    },
  ]),
];
