import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import type { User } from '../directory.ts';
import { readPageToken } from '../page-token.ts';
import { malformed } from '../refusal.ts';
import { asItIs } from '../rows/answers.ts';
import type { Action, Run } from '../rows/engine.ts';
import { isLast, type Listing, listing, page } from '../rows/list-users.ts';
import { readAs, refuse } from '../rows/requests.ts';

import { readings } from './readings.ts';
import { LU, type VariantEntry, variants } from './table.ts';

const { fewerElements: fewer, endOfChain, emptyUsers, order, thousands } = readings;

const listed = (title: string, quote: string, own: Listing): VariantEntry => [title, listing(own), { quote }];
const usersAre = (users: number): VariantEntry => [
  `There ${users === 1 ? 'is 1 user' : `are ${users} users`}.`,
  asItIs,
  { quote: users > 1000 ? thousands : readings.userFields, serving: { users } },
];
const refusesSizes = (title: string, isRefused: (asked: number) => boolean): VariantEntry => [
  title,
  refuse('INVALID_ARGUMENT', ({ pageSize }) => pageSize !== undefined && isRefused(Number(pageSize[0]))),
  { quote: readings.refusedSize },
];
const atMost = (most: number): Listing => ({ limit: (asked) => Math.min(asked, most) });

function byHash({ id: left }: User, { id: right }: User): number {
  const hash = (id: string) => createHash('sha256').update(id).digest('hex');
  return hash(left) < hash(right) ? -1 : 1;
}
const sortKey = ({ id, identityProviderId, metadata }: User): string => JSON.stringify([identityProviderId, metadata.resourceVersion, id]);

/** After a page, the next position is between users. */
function betweenPages(place: number, count: number, total: number): number | undefined {
  if (!Number.isInteger(place)) return place + 0.5;
  return place + count < total ? place + count - 0.5 : undefined;
}

/** A page follows each non-empty page. */
const behindUsers = (place: number, count: number): number | undefined => (count > 0 ? place + count : undefined);

const shortPages = page(async (given, { size = 100, of }) => {
  const made = size > 3 ? await of({ pageSize: ['3'] }) : given;
  return isLast(made) ? { ...made, nextPageToken: undefined } : made;
});

/** Order, sizes and ends of pages (rulings 6 and 17). */
export const pages = variants(LU, fewer, {
  'short-pages': [
    'A page of list-users has at most three users, whatever size is requested; the last one has no nextPageToken.',
    shortPages,
    { quote: 'One limits the maximum number of elements in a returned page.' },
  ],
  'users-in-reverse': listed('Users come in reverse order.', order, { order: (users) => [...users].reverse() }),
  'users-in-no-order': listed('Users come in the order of a hash.', order, { order: (users) => [...users].sort(byHash) }),
  'pages-of-five-at-most': listed('A page has at most five users.', fewer, atMost(5)),
  'pages-of-one': listed('A page has one user, whatever size is requested.', fewer, atMost(1)),
  'pages-of-uneven-size': listed('A page has between one user and as many as requested.', fewer, {
    limit: (asked, place) => 1 + ((place * 7 + 3) % asked),
  }),
  'default-page-of-seven': listed('A page has seven users if no size is requested.', readings.parameterNames, {
    limit: (asked) => (asked === 100 ? 7 : asked),
  }),
  'empty-pages-between': listed('Each page is followed by an empty one with a token.', fewer, { next: betweenPages }),
  'empty-pages-without-users': listed('Each page is followed by one with a token and without `users`.', emptyUsers, {
    next: betweenPages,
    page: (users, nextPageToken = '') => (users.length === 0 ? { nextPageToken } : { users, nextPageToken }),
  }),
  'thirty-empty-pages-first': listed('The first thirty pages are empty.', fewer, {
    start: -29.5,
    next: (place, count, total) => {
      if (place < 0) return Math.min(place + 1, 0);
      return place + count < total ? place + count : undefined;
    },
  }),
  'last-page-empty': listed('The last full page has a token, and an empty page follows.', fewer, { next: behindUsers }),
  'last-page-is-an-empty-object': listed('The last page is {}.', emptyUsers, {
    next: behindUsers,
    page: (users, nextPageToken) => (nextPageToken === undefined ? {} : { users, nextPageToken }),
  }),
  'last-page-of-nulls': listed('The last page has null for its users and its token.', readings.nullIsAbsent, {
    next: behindUsers,
    page: (users, nextPageToken) => ({ users: nextPageToken === undefined ? null : users, nextPageToken: nextPageToken ?? null }),
  }),
  'last-token-absent': listed('The last page has no nextPageToken.', endOfChain, {
    page: (users, nextPageToken) => (nextPageToken === undefined ? { users } : { users, nextPageToken }),
  }),
  'last-token-null': listed('The nextPageToken of the last page is null.', endOfChain, {
    page: (users, nextPageToken) => ({ users, nextPageToken: nextPageToken ?? null }),
  }),
  'page-size-of-one-refused': refusesSizes('A page size of 1 is rejected.', (asked) => asked === 1),
  'page-sizes-below-five-refused': refusesSizes('Page sizes below five are rejected.', (asked) => asked < 5),
  'page-sizes-above-fifty-refused': refusesSizes('Page sizes above fifty are rejected.', (asked) => asked > 50),
  'page-sizes-above-ten-refused': refusesSizes('Page sizes above ten are rejected.', (asked) => asked > 10),
  'page-sizes-of-a-few-values': refusesSizes('Only the page sizes 10, 25, 50 and 100 are accepted.', (asked) => ![10, 25, 50, 100].includes(asked)),
  'page-sizes-of-fifty-alone': refusesSizes('Only the page size 50 is accepted.', (asked) => asked !== 50),
  'page-sizes-above-the-users-refused': refusesSizes('Page sizes above the number of users are rejected.', (asked) => asked > 23),
  'pages-of-ten-at-most': listed('A page has at most ten users.', fewer, atMost(10)),
  'users-by-provider-and-resource-version': listed('Users come in the order of their provider, and within it of their version.', order, {
    order: (users) => [...users].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
  }),
  '240-users': usersAre(240),
  '240-users-in-pages-of-ten-at-most': ['There are 240 users, and a page has at most ten.', listing(atMost(10)), { quote: thousands, serving: { users: 240 } }],
  '3-users': usersAre(3),
  '0-users': usersAre(0),
  '1-users': usersAre(1),
  '2-users': usersAre(2),
  '100-users': usersAre(100),
  '101-users': usersAre(101),
  '3000-users': usersAre(3000),
  '1000-users-in-pages-of-five-at-most': [
    'There are 1000 users, and a page has at most five.',
    listing(atMost(5)),
    { quote: thousands, serving: { users: 1000 } },
  ],
});

type Tokens = Required<Pick<Listing, 'write' | 'read'>>;

/** Tokens with a text around the position. */
function around(before: string, after: string): Tokens {
  return {
    write: (place) => `${before}${place}${after}`,
    read: (token) => {
      const digits = token.slice(before.length, token.length - after.length);
      return token === `${before}${digits}${after}` && /^\d+$/.test(digits) ? Number(digits) : undefined;
    },
  };
}

/** Unreadable tokens, a different one each time for the same position. */
function sealed(): Tokens {
  const key = randomBytes(32);
  return {
    write: (place) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const text = Buffer.concat([cipher.update(String(place)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length < 29 || bytes.toString('base64url') !== token) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Number(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString());
      } catch {
        return undefined;
      }
    },
  };
}

/** Tokens stored by the server, each valid for one page. */
function usedOnce(): Tokens {
  const places = new Map<string, number>();
  return {
    write: (place) => {
      const token = randomUUID();
      places.set(token, place);
      return token;
    },
    read: (token) => {
      const place = places.get(token);
      places.delete(token);
      return place;
    },
  };
}

/** Each chain is a snapshot of the users in its own order; a token stands for the rest of it. */
const shuffledSnapshots: Action = ({ random }: Run) => {
  const left = new Map<string, readonly User[]>();
  const shuffled = (users: readonly User[]): User[] => {
    const drawn = users.map((user) => ({ user, at: random() }));
    return drawn.sort((one, other) => one.at - other.at).map(({ user }) => user);
  };
  return {
    rules(call) {
      const [token = ''] = call.input.pageToken ?? [];
      if (call.refusal !== undefined && call.refusal.rule !== 'value pageToken') return;
      call.refusal = token === '' || left.has(token) ? undefined : malformed('The pageToken is unknown.');
    },
    perform(call) {
      const { pageSize: [size = ''] = [], pageToken: [token = ''] = [] } = call.request;
      const { directory } = call.ledger;
      const rest = left.get(token) ?? shuffled(directory.page('', directory.size()));
      const count = Number(size) || 100;
      const nextPageToken = rest.length <= count ? undefined : randomUUID();
      if (nextPageToken !== undefined) left.set(nextPageToken, rest.slice(count));
      call.result = { users: rest.slice(0, count), nextPageToken };
      return true;
    },
  };
};

/** The size of the page before counts for a token without one. */
const rememberedSizes: Action = () => {
  const sizes = new Map<string, readonly string[]>();
  return {
    decode(call) {
      const { pageSize = sizes.get(call.input.pageToken?.[0] ?? ''), ...rest } = call.input;
      if (pageSize !== undefined) call.input = { ...rest, pageSize };
    },
    perform({ request, result }) {
      if (request.pageSize !== undefined && result.nextPageToken !== '') sizes.set(result.nextPageToken, request.pageSize);
    },
  };
};
const tokensUnlike: Tokens = {
  write: (place) => `at-${place}-${randomUUID()}`,
  read: (token) => {
    const [, place] = /^at-(\d+)-/.exec(token) ?? [];
    return place === undefined ? undefined : Number(place);
  },
};

const tokens = (title: string, own: Parameters<typeof listing>[0]): VariantEntry => [title, listing(own)];

/** Query parameters with other names; those of the known ledger are then ignored. */
const named = (size: string, token: string): VariantEntry => [
  `The query parameters are called ${size} and ${token}.`,
  readAs(({ [size]: pageSize, [token]: pageToken }) => ({ ...(pageSize && { pageSize }), ...(pageToken && { pageToken }) })),
  {
    quote: readings.parameterNames,
    serving: { environment: { TARGET_PAGE_SIZE_PARAMETER: size, TARGET_PAGE_TOKEN_PARAMETER: token } },
  },
];

/** A bad size counts as none, a bad token as the beginning. */
const ignoringBadQueries = readAs(({ pageSize: [size = ''] = [], pageToken: [token = ''] = [], ...query }) => ({
  ...query,
  ...(/^[0-9]{1,9}$/.test(size) && { pageSize: [size] }),
  ...(readPageToken(token) !== undefined && { pageToken: [token] }),
}));

/** Forms of tokens, names of parameters, and answers to bad ones (rulings 16 and 17). */
export const pageTokens = variants(LU, readings.token, {
  'tokens-are-numbers': tokens('A page token is a number.', around('', '')),
  'tokens-begin-at-zero': tokens('The first page token is "0".', {
    write: (place) => String(place - 1),
    read: (token) => (/^\d+$/.test(token) ? Number(token) + 1 : undefined),
    limit: (asked, place) => (place === 0 ? 1 : asked),
  }),
  'tokens-need-percent-encoding': tokens('Page tokens hold +, /, =, &, %, # and ?.', around('a+b/c=&%41;#?', '%==')),
  'tokens-hold-spaces': tokens('Page tokens begin and end with a space.', around(' ', ' ')),
  'tokens-hold-letters-outside-ascii': tokens('Page tokens hold letters outside ASCII.', around('strana ž😀 ', ' č')),
  'tokens-hold-line-ends': tokens('Page tokens hold line ends.', around('page\r\n', '\n')),
  'tokens-are-json': tokens('Page tokens are JSON.', around('{"null":', ',"nextPageToken":""}')),
  'tokens-are-urls': tokens('Page tokens are URLs.', around('https://ledger.invalid/v2/users?pageSize=2&pageToken=', '#')),
  'tokens-are-words-of-nothing': tokens('Page tokens begin with "null".', around('null', '')),
  'tokens-are-long': tokens('Page tokens have 6,000 characters.', around('x'.repeat(6000), '')),
  'tokens-hold-reserved-characters': tokens('Page tokens hold every reserved character of RFC 3986.', around("users/?:@!$'()*,;=[]#&+", '==')),
  'tokens-look-percent-encoded': tokens('Page tokens look percent-encoded.', around('%3D%2f%25', '%')),
  'tokens-end-with-a-plus-sign': tokens('Page tokens end with plus signs.', around('c2lnbmVk/', '++')),
  'tokens-have-thirty-digits': tokens('A page token has thirty digits.', {
    write: (place) => `9${String(place).padStart(29, '0')}`,
    read: (token) => (/^9\d{29}$/.test(token) ? Number(token.slice(1)) : undefined),
  }),
  'tokens-remember-their-size': [
    'A page token remembers the page size, which applies where none is requested with the token.',
    [listing(tokensUnlike), rememberedSizes],
  ],
  'tokens-differ-each-time': tokens('Page tokens are sealed, and differ each time.', sealed),
  'tokens-are-used-once': tokens('A page token can be used once.', usedOnce),
  'tokens-of-shuffled-snapshots': [
    'Each chain of pages has an order of its own, and shows the users that there were at its beginning.',
    shuffledSnapshots,
    { quote: order },
  ],
  'parameters-limit-and-cursor': named('limit', 'cursor'),
  'parameters-of-odata': named('$top', '$skiptoken'),
  'parameters-in-snake-case': named('page_size', 'page_token'),
  'parameters-of-maximum': named('maxResults', 'startAfter'),
  'ignores-bad-queries': ['A bad page size is ignored, and a bad page token means the first page.', ignoringBadQueries, { quote: readings.badQuery }],
});
