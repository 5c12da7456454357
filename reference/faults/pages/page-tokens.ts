import { createHash } from 'node:crypto';
import type { Call } from '../../call.ts';
import { readPageToken, writePageToken } from '../../page-token.ts';
import { malformed } from '../../refusal.ts';
import { apiKey, isByApiKey, target } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import { type Asked, end, hasToken, inFront, isLast, marked, page, paging } from '../../rows/list-users.ts';
import { readQuery, reject, rejecting } from '../../rows/requests.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { listUsersRequestQuote, quoteOf } from '../quotes.ts';
import { chains, valid } from '../requirements.ts';
import { faults, LU } from '../table.ts';

const tokenOf = (input: Json): string | undefined => input.pageToken?.[0];
const idOf = (all: Asked['users'], count: number): string => all.slice(0, count).at(-1)?.id ?? '';
const startAgain = ({ of }: Asked): Promise<Json> => of({ pageToken: [''] });
const beforeSize = target(/pageToken=.*&pageSize=/);

/** What becomes of a request with a token. */
const withToken = (change: (asked: Asked) => Promise<Json> | Json): Action => page((_, asked) => (asked.token === '' ? undefined : change(asked)));

/** What becomes of a request with an empty token. */
const withEmptyToken = (change: (asked: Asked) => Promise<Json> | Json): Action =>
  page((_, asked) => (tokenOf(asked.request) === '' ? change(asked) : undefined));

/** The last page is followed by empty pages, each with one more sign behind the last id in its token. */
function endless(given: Json, { token, users }: Asked): Json {
  if (!isLast(given)) return undefined;
  const last = given.users.at(-1)?.id ?? users.at(-1)?.id ?? '';
  const passed = given.users.length > 0 ? '' : (/~+$/.exec(readPageToken(token) ?? '')?.[0] ?? '');
  return { nextPageToken: writePageToken(`${last}~${passed}`) };
}

/** Page tokens that loop, never end, are rejected or lead to the wrong page (rulings 16 and 17). */
export const pageTokens: readonly Fault[] = [
  ...faults(LU, ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE'], {
    'token-before-size-is-ignored': ['A page token before the size has no effect.', withToken(startAgain), { under: beforeSize, only: 'notation' }],
    'last-page-has-token-of-first': [
      'The last page has a token that leads to the second.',
      page((given, { size = 10, users }) => (isLast(given) ? { nextPageToken: writePageToken(idOf(users, size)) } : undefined)),
      { breaks: 'LU-PAGE-CONTINUES' },
    ],
    'token-comes-again': [
      'The token of a page after the first is the one it was requested with.',
      page((given, { token }) => (token === '' || isLast(given) ? undefined : { nextPageToken: token })),
    ],
    'listing-never-ends': ['The last page is followed by endless empty pages, each with a new token.', page(endless), { breaks: 'LU-PAGE-CONTINUES' }],
    'pages-of-three-never-end': [
      'With a page size of three, the last page leads to the first.',
      page((given, { size }) => (isLast(given) && size === 3 ? { nextPageToken: writePageToken('+') } : undefined)),
      { only: 'value' },
    ],
    'refuses-token-of-its-own': [
      'The token of the previous page is rejected.',
      reject(hasToken),
      { breaks: ['LU-PAGE-CONTINUES', 'LU-SUCCESS', 'LU-PAGE-COMPLETE'] },
    ],
  }),
  ...faults(LU, ['LU-PAGE-EMPTYTOKEN', 'LU-SUCCESS'], {
    'refuses-empty-token': ['An empty page token is rejected.', reject((input) => tokenOf(input) === '')],
    'refuses-absent-token': [
      'A request without a page token is rejected.',
      reject((input) => tokenOf(input) === undefined),
      { breaks: valid(LU, 'LU-SUCCESS'), quote: listUsersRequestQuote },
    ],
  }),
  ...faults(LU, 'LU-PAGE-EMPTYTOKEN', {
    'empty-token-gives-second-page': [
      'An empty page token starts after the first user.',
      withEmptyToken(({ users, of }) => of({ pageToken: [writePageToken(users[0]?.id ?? '')] })),
    ],
    'empty-token-gives-no-users': ['An empty page token gives an empty last page.', withEmptyToken(() => end)],
    'empty-token-with-size-gives-end': [
      'An empty page token with a page size gives the end of the list.',
      withEmptyToken(({ users, size = 1_000_000 }) => (users.length > size ? { users: users.slice(-size), nextPageToken: '' } : undefined)),
      { only: 'optional-field' },
    ],
  }),
];

const continues = { quote: quoteOf('LU-PAGE-CONTINUES'), when: 'concurrent' } as const;

/** Servers that remember the position of a listing: right for a single chain, wrong for two concurrent ones. */
export const sharedCursors: readonly Fault[] = [
  ...faults(LU, chains, {
    'cursor-is-shared-between-chains': [
      'A page continues where the last response ended, of whichever chain.',
      paging(() => {
        let cursor = '';
        return async (given, { token, of }) => {
          const isAstray = token !== '' && cursor !== '' && token !== writePageToken(cursor);
          const made = isAstray ? await of({ pageToken: [writePageToken(cursor)] }) : given;
          cursor = made.users.at(-1)?.id ?? cursor;
          return made;
        };
      }),
      continues,
    ],
  }),
  ...faults(LU, 'LU-PAGE-SIZE', {
    'page-size-is-shared-between-chains': [
      'A page has the size of the latest request, whichever chain it belongs to.',
      paging(() => {
        let latest: string | undefined;
        return async (_, { request, size = 100, token, of }) => {
          const [asked] = request.pageSize ?? [];
          if (asked !== undefined && token === '') latest = asked;
          if (latest === undefined || asked === undefined) return undefined;
          const made = await of({ pageSize: [latest] });
          return made.users.length > size ? made : undefined;
        };
      }),
      { when: 'concurrent' },
    ],
  }),
  ...faults(LU, 'LU-PAGE-COMPLETE', {
    'new-listing-ends-the-old-one': [
      'When a listing begins, those under way end with their next page.',
      paging(() => {
        let newest = '';
        return (_, { token, size }) => {
          if (token === '') newest = String(size);
          return String(size) === newest ? undefined : { nextPageToken: '' };
        };
      }),
      { when: 'concurrent' },
    ],
  }),
];

const sizeOf = ({ input }: Call): string => input.pageSize?.[0] ?? 'default';
const schemeOf = (call: Call): string => (isByApiKey(call) ? 'api-key' : 'bearer');
const refused = ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN', 'LU-SUCCESS'];

/** Rejects each token but that of the latest page. */
const onlyLatest: Action = (run) => {
  let latest = '';
  const steps = rejecting(() => (input) => hasToken(input) && tokenOf(input) !== latest, malformed('The pageToken is out of date.'))(run);
  return {
    ...steps,
    watch: {
      perform({ operation, result }) {
        if (operation === LU) latest = result.nextPageToken ?? '';
      },
    },
  };
};

/** Page tokens that work only under the conditions of the page before (ruling 37). */
export const tokenConditions: readonly Fault[] = [
  ...faults(LU, ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'], {
    'token-without-size-is-ignored': [
      'A page token without a page size has no effect.',
      withToken((asked) => (asked.size === undefined ? startAgain(asked) : undefined)),
      { only: 'optional-field' },
    ],
    'token-without-size-ends-the-listing': [
      'A page token without a page size gives an empty last page.',
      withToken(({ size }) => (size === undefined ? end : undefined)),
      { only: 'optional-field' },
    ],
    'token-with-another-size-starts-again': [
      'A page token with another page size than before has no effect.',
      marked(sizeOf, startAgain),
      { only: 'optional-field' },
    ],
    'user-at-a-border-is-lost-when-the-size-changes': [
      'A page token with another page size than before skips a user.',
      marked(sizeOf, ({ call, of }, after) => {
        const [next] = call.ledger.directory.page(after, 1);
        return next === undefined ? undefined : of({ pageToken: [writePageToken(next.id)] });
      }),
      { only: 'optional-field' },
    ],
    'token-counts-pages': [
      'A page token is the number of a page of whatever size is requested with it.',
      page(async (_, { token, size = 100, users, of }) => {
        const number = Number(/^page-(\d+)$/.exec(readPageToken(token) ?? '')?.[1] ?? 1);
        const before = idOf(users, (number - 1) * size);
        const made = await of({ pageToken: [before === '' ? '' : writePageToken(before)] });
        return isLast(made) ? made : { ...made, nextPageToken: writePageToken(`page-${number + 1}`) };
      }),
    ],
    'token-starts-again-under-the-other-scheme': [
      'A page token has no effect under another scheme than that of the page before.',
      marked(schemeOf, startAgain),
      { only: 'scheme' },
    ],
    'api-key-ignores-token-before-size': [
      'A page token before the size has no effect with the API key.',
      withToken(startAgain),
      { under: [apiKey, beforeSize], only: 'scheme' },
    ],
  }),
  ...faults(LU, refused, {
    'token-holds-only-with-its-size': ['A page token is rejected with another page size than before.', marked(sizeOf), { only: 'optional-field' }],
    'token-holds-only-under-its-scheme': ['A page token is rejected under another scheme than that of the page before.', marked(schemeOf), { only: 'scheme' }],
    'token-holds-only-with-its-credential': [
      'A page token is rejected with another token of the same user than that of the page before.',
      marked(({ token = '' }) => createHash('sha256').update(token).digest('hex').slice(0, 8)),
      { only: 'state' },
    ],
    'token-holds-for-the-next-listing-only': ['A page token is rejected once another listing was requested.', onlyLatest, continues],
  }),
  ...faults(LU, 'LU-PAGE-SIZE', {
    'size-of-the-first-page-stays': [
      'A chain keeps the page size of its first page, whatever size later requests have.',
      marked(sizeOf, async ({ size, of }) => {
        const made = size === undefined ? undefined : await of({ pageSize: ['100'] });
        return made?.users.length > (size ?? 0) ? made : undefined;
      }),
      { only: 'optional-field' },
    ],
  }),
];

const unreserved = /%(?=4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[de])/gi;
const triplets = ({ target: sent }: Call): number => (sent.match(/%/g) ?? []).length;
const notation = { only: 'notation' } as const;

/** Page tokens that are read correctly only in one of their valid encodings (ruling 37). */
export const tokenEncodings = faults(LU, ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-SUCCESS'], {
  'lower-case-hex-is-not-decoded': [
    'Percent-encoding in lower case is not decoded.',
    readQuery((query) => query.replace(/%(?=[a-f].|.[a-f])/g, '%25')),
    notation,
  ],
  'encoded-letters-are-not-decoded': [
    'Percent-encoded letters, digits, hyphens and full stops are not decoded.',
    readQuery((query) => query.replace(unreserved, '%25')),
    notation,
  ],
  'raw-equals-sign-cuts-the-token': [
    'A page token ends at an equals sign that is not percent-encoded.',
    [readQuery((query) => query.replace(/(pageToken=[^&=]*)=[^&]*/, '$1')), inFront('after=')],
    notation,
  ],
  'raw-comma-cuts-the-token': [
    'A page token ends at a comma that is not percent-encoded.',
    [readQuery((query) => query.replace(/(pageToken=[^&,]*),[^&]*/, '$1')), inFront('1,')],
    notation,
  ],
  'raw-slash-in-the-query-is-refused': [
    'A slash in the query that is not percent-encoded is rejected.',
    [inFront('users/'), reject((_, call) => /\?.*\//.test(call.target))],
    notation,
  ],
  'token-is-decoded-twice': ['A page token is percent-decoded twice.', [readQuery((query) => query.replace(/%25/g, '%')), inFront('100%25/')], notation],
  'encoded-token-of-many-triplets-is-refused': [
    'A page token with more than eight percent-encoded characters is rejected.',
    reject((input, call) => hasToken(input) && triplets(call) > 8),
    notation,
  ],
});
