import { readPageToken, writePageToken } from '../../page-token.ts';
import type { ListUsersRequest } from '../../requests.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { quoteOf } from '../quotes.ts';
import { refuseValid } from '../refuse-valid.ts';
import { changePage, isLast, usersOf, withSize } from './change-page.ts';
import { isByApiKey, type MarkedContext, markedTokens, refuseElsewhere, schemeMark, sizeMark } from './marked-tokens.ts';

const chains = ['LU-PAGE-CONTINUES', 'LU-PAGE-COMPLETE', 'LU-PAGE-EMPTYTOKEN'];
const refused = [...chains, 'LU-SUCCESS'];

/** The first page again, unless the circumstances are those of the token. */
async function startAgain({ isAsGiven, request, pageOf }: MarkedContext) {
  return isAsGiven ? undefined : pageOf({ ...request, pageToken: [''] });
}

const rows: readonly FaultRow[] = [
  ...breaking(chains, {
    'token-without-size-is-ignored': [
      'A page token without a page size has no effect.',
      changePage(async ({ request, token, size, pageOf }) => (token !== '' && size === undefined ? pageOf({ ...request, pageToken: [''] }) : undefined)),
    ],
    'token-without-size-ends-the-listing': [
      'A page token without a page size gives an empty last page.',
      changePage(async ({ token, size }) => (token !== '' && size === undefined ? { users: [], nextPageToken: '' } : undefined)),
    ],
    'token-with-another-size-starts-again': ['A page token with another page size than before has no effect.', markedTokens(sizeMark, startAgain)],
    'user-at-a-border-is-lost-when-the-size-changes': [
      'A page token with another page size than before skips a user.',
      markedTokens(sizeMark, async ({ isAsGiven, request, after, call, pageOf }) => {
        const [next] = call.ledger.directory.page(after, 1);
        if (isAsGiven || next === undefined) return undefined;
        return pageOf({ ...request, pageToken: [writePageToken(next.id)] });
      }),
    ],
    'token-counts-pages': [
      'A page token is the number of a page of whatever size is requested with it.',
      changePage(async ({ request, token, size = 100, call, pageOf }) => {
        const number = Number(/^page-(\d+)$/.exec(readPageToken(token) ?? '')?.[1] ?? 1);
        const before = call.ledger.directory.page('', (number - 1) * size).at(-1)?.id;
        const from = before === undefined ? '' : writePageToken(before);
        const page = await pageOf({ ...request, pageToken: [from] });
        return isLast(page) ? page : { ...page, nextPageToken: writePageToken(`page-${number + 1}`) };
      }),
    ],
    'token-starts-again-under-the-other-scheme': [
      'A page token has no effect under another scheme than that of the page before.',
      markedTokens(schemeMark, startAgain),
    ],
    'api-key-ignores-token-before-size': [
      'A page token before the size has no effect with the API key.',
      changePage(async ({ request, token, call, pageOf }) =>
        token !== '' && isByApiKey(call) && /pageToken=.*&pageSize=/.test(call.target) ? pageOf({ ...request, pageToken: [''] }) : undefined,
      ),
    ],
  }),
  ...breaking(refused, {
    'token-holds-only-with-its-size': [
      'A page token is rejected with another page size than before.',
      refuseElsewhere(sizeMark, 'The pageToken belongs to another pageSize.'),
    ],
    'token-holds-only-under-its-scheme': [
      'A page token is rejected under another scheme than that of the page before.',
      refuseElsewhere(schemeMark, 'The pageToken belongs to another session.'),
    ],
  }),
  {
    id: 'token-holds-for-the-next-listing-only',
    title: 'A page token is rejected once another listing was requested.',
    requirements: refused,
    quote: quoteOf('LU-PAGE-CONTINUES'),
    when: 'concurrent',
    apply: (behaviour, context) => {
      let latest = '';
      const remembered = changePage(async ({ request, pageOf }) => {
        const page = await pageOf(request);
        latest = String(page.nextPageToken ?? '');
        return undefined;
      })(behaviour, { ...context, fire: () => undefined });
      return refuseValid('list-users', 'The pageToken is out of date.', ({ input }) => {
        const [token = ''] = (input as ListUsersRequest).pageToken ?? [];
        return token !== '' && token !== latest;
      })(remembered, context);
    },
  },
  {
    id: 'size-of-the-first-page-stays',
    title: 'A chain keeps the page size of its first page, whatever size later requests have.',
    requirements: ['LU-PAGE-SIZE'],
    apply: keepSize(),
  },
];

/** Marks tokens with the size of the first page. */
function keepSize() {
  return markedTokens(sizeMark, async ({ isAsGiven, size, request, pageOf }) => {
    if (isAsGiven || size === undefined) return undefined;
    const page = await pageOf(withSize(request, 100));
    return usersOf(page).length > size ? page : undefined;
  });
}

/** Page tokens that work only under the circumstances of the page before (ruling 37). */
export const tokenCircumstanceFaults = faultsOf('list-users', rows);
