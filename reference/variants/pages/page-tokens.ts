import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import type { Decoded, Query } from '../../decode.ts';
import type { User } from '../../directory.ts';
import { changePerform, changeStage } from '../../faults/change-stage.ts';
import type { Change } from '../../faults/fault.ts';
import { replaceRule } from '../../faults/withdraw-rule.ts';
import type { Operation } from '../../operation.ts';
import { malformed } from '../../refusal.ts';
import { together } from '../change-answers.ts';
import { dropRules } from '../requests/change-requests.ts';
import { readings } from '../requests/readings.ts';
import { type VariantRow, variantsOf } from '../variant-row.ts';
import { type Listing, ownListing } from './own-listing.ts';

const operations: readonly Operation[] = ['list-users'];

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
      const sealed = Buffer.concat([cipher.update(String(place)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
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
const shuffledSnapshots: Change = (behaviour, { fire, random }) => {
  const left = new Map<string, readonly User[]>();
  const ruled = replaceRule(behaviour, 'list-users', 'value pageToken', ({ name }) => ({
    name,
    refuse: ({ input }) => {
      const [token = ''] = (input as Query).pageToken ?? [];
      return token === '' || left.has(token) ? undefined : malformed('The pageToken is unknown.');
    },
  }));
  return {
    ...ruled,
    perform: {
      ...ruled.perform,
      'list-users': ({ pageSize: [size = ''] = [], pageToken: [token = ''] = [] }, { ledger: { directory } }) => {
        fire();
        const rest = left.get(token) ?? shuffled(directory.page('', directory.size()), random);
        const count = Number(size) || 100;
        if (rest.length <= count) return { users: rest };
        const nextPageToken = randomUUID();
        left.set(nextPageToken, rest.slice(count));
        return { users: rest.slice(0, count), nextPageToken };
      },
    },
  };
};

function shuffled(users: readonly User[], random: () => number): User[] {
  return users
    .map((user) => ({ user, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ user }) => user);
}

function tokens(title: string, own: Listing): VariantRow {
  return { title, apply: ownListing(own) };
}

/** Query parameters with other names; those of the known ledger are then ignored. */
function renamed(size: string, token: string): VariantRow {
  const rename = (decoded: Decoded): Decoded => {
    if ('refusal' in decoded) return decoded;
    const { [size]: pageSize, [token]: pageToken } = decoded.value as Query;
    return { value: { ...(pageSize && { pageSize }), ...(pageToken && { pageToken }) } };
  };
  return {
    title: `The query parameters are called ${size} and ${token}.`,
    quote: readings.parameterNames,
    serving: { environment: { TARGET_PAGE_SIZE_PARAMETER: size, TARGET_PAGE_TOKEN_PARAMETER: token } },
    apply: changeStage('decodeQuery', (decode, { fire }) => (call) => {
      fire();
      return rename(decode(call));
    }),
  };
}

/** A bad size counts as none, a bad token as the beginning. */
const ignoreBadQueries: Change = together(
  dropRules('list-users', 'repeated pageSize', 'repeated pageToken', 'value pageSize', 'value pageToken'),
  changePerform('list-users', (perform) => (request, call) => {
    const { pageSize: [size = ''] = [], ...rest } = request;
    const isSize = /^[0-9]{1,9}$/.test(size);
    return perform(isSize ? { ...rest, pageSize: [size] } : rest, call);
  }),
);

/** The size of the page before counts for a token without one. */
function rememberingSizes(): Change {
  return (behaviour, context) => {
    const sizes = new Map<string, string>();
    const write = (place: number): string => `at-${place}-${randomUUID()}`;
    const read = (token: string): number | undefined => {
      const [, place] = /^at-(\d+)-/.exec(token) ?? [];
      return place === undefined ? undefined : Number(place);
    };
    return changePerform('list-users', (perform) => async (request, call) => {
      const { pageSize: [asked] = [], pageToken: [token = ''] = [] } = request;
      const size = asked ?? sizes.get(token);
      const page = await perform(size === undefined ? request : { ...request, pageSize: [size] }, call);
      if (size !== undefined && typeof page.nextPageToken === 'string') sizes.set(page.nextPageToken, size);
      return page;
    })(ownListing({ write, read })(behaviour, context), context);
  };
}

/** Forms of tokens, names of parameters, and responses to bad ones (rulings 16 and 17). */
export const pageTokenVariants = variantsOf(operations, readings.token, {
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
  'tokens-remember-their-size': {
    title: 'A page token remembers the page size, which applies where none is requested with the token.',
    apply: rememberingSizes(),
  },
  'tokens-differ-each-time': tokens('Page tokens are sealed, and differ each time.', sealed()),
  'tokens-are-used-once': tokens('A page token can be used once.', usedOnce()),
  'tokens-of-shuffled-snapshots': {
    title: 'Each chain of pages has an order of its own, and shows the users that there were at its beginning.',
    quote: readings.order,
    apply: shuffledSnapshots,
  },
  'parameters-limit-and-cursor': renamed('limit', 'cursor'),
  'parameters-of-odata': renamed('$top', '$skiptoken'),
  'parameters-in-snake-case': renamed('page_size', 'page_token'),
  'parameters-of-maximum': renamed('maxResults', 'startAfter'),
  'ignores-bad-queries': {
    title: 'A bad page size is ignored, and a bad page token means the first page.',
    quote: readings.badQuery,
    apply: ignoreBadQueries,
  },
});
