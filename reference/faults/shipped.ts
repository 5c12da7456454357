import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Call } from '../call.ts';
import { writePageToken } from '../page-token.ts';
import { answered, encoded, members, value } from '../rows/answers.ts';
import { apiKey, body, failure, header, headerOf, not, perConnection, replica, success, when, where, without } from '../rows/conditions.ts';
import { admit, admitAnybody, turnAway, turningAway } from '../rows/credentials.ts';
import { type Action, given } from '../rows/engine.ts';
import { isLast, page } from '../rows/list-users.ts';
import { accept, readBody, reject, skip, slow } from '../rows/requests.ts';
import { asText } from './failure-form/wrong-forms.ts';
import type { Fault } from './fault.ts';
import { EX, everywhere, faults, GT, LU } from './table.ts';

const chunked = header('transfer-encoding');
const gzip = header('accept-encoding', /gzip/);
const isText = when(({ text }) => text !== undefined);

/** Faults that show only for some clients, together with something else of the request or its answer. */
export const shippedClients: readonly Fault[] = [
  ...faults(LU, 'ERR-CAUSE', failure(), {
    'errors-in-other-languages-have-no-cause': [
      'For clients that prefer another language than English, the cause of an error is null.',
      members({ cause: null }),
      header('accept-language', /^(?!en|\*)./i),
    ],
  }),
  ...faults(LU, 'LU-PAGE-COMPLETE', success, {
    'page-token-has-another-name-for-browsers': [
      'For browsers the token of the next page is called next_page_token.',
      value(({ nextPageToken, ...rest }) => (nextPageToken === '' ? undefined : { ...rest, next_page_token: nextPageToken })),
      header('user-agent', /^Mozilla\//),
    ],
  }),
  ...faults(EX, 'ERR-CORRELATIONID', failure(), {
    'correlation-id-is-a-list-of-two': [
      'With X-Request-Id and traceparent together, correlationId is an array of both.',
      members((_, call) => ({ correlationId: [headerOf(call, 'x-request-id'), headerOf(call, 'traceparent')] })),
      [header('x-request-id'), header('traceparent')],
    ],
  }),
  ...faults(GT, 'GT-FAILURE-TEXT', failure(), {
    'text-of-400-is-compressed-twice': [
      'For clients that take gzip, the text of a 400 is compressed twice and declared once.',
      encoded((bytes) => gzipSync(gzipSync(bytes)), { 'Content-Encoding': 'gzip' }),
      [gzip, isText],
    ],
  }),
  ...faults([GT, LU], ['AUTH-APIKEY', '@-SUCCESS'], {
    'api-key-with-origin-is-rejected': ['A valid token in Sec-WebSocket-Protocol is rejected beside an Origin.', turnAway(), [apiKey, header('origin')]],
  }),
];

/** Rejects a body behind one of some kind on the same connection. */
const rejectedBehind =
  (isOther: (call: Call) => boolean): Action =>
  (run) => {
    const memory = perConnection(() => ({ isBehind: false }));
    return {
      ...reject((_, call) => memory(call).isBehind && !isOther(call))(run),
      watch: {
        answer(call) {
          memory(call).isBehind = isOther(call);
        },
      },
    };
  };
const behindChunked = rejectedBehind((call) => headerOf(call, 'transfer-encoding') !== '');
const behindText = rejectedBehind((call) => /^text/.test(headerOf(call, 'content-type')));
const behindUndecodable = rejectedBehind(({ refusal }) => /undecodable/.test(refusal?.rule ?? ''));

/** Each client that leaves before its answer keeps one of two workers; without one, everything is answered without a body. */
const keepsWorkers: Action = (run) => {
  let workers = 2;
  const nothing = answered(500, undefined)(run);
  return {
    encode(call) {
      if ((call.connection as Socket).destroyed) workers -= 1;
      return workers > 0 ? undefined : nothing.encode?.(call);
    },
  };
};

/** The type of a text stays where the connection keeps its headers, for the next error of the other operation. */
const typeStays: Action = () => {
  const memory = perConnection(() => ({ isLeft: false }));
  return {
    watch: {
      answer(call) {
        if (call.operation === GT && /^text/.test(call.responseHeaders['Content-Type'] ?? '')) memory(call).isLeft = true;
      },
    },
    answer(call) {
      if (!memory(call).isLeft) return;
      memory(call).isLeft = false;
      call.responseHeaders = { ...call.responseHeaders, 'Content-Type': 'text/plain' };
    },
  };
};

/** Each chunk is decoded on its own, so that characters of several bytes are lost. */
const decodesChunks = readBody((bytes) => {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text.replace(/[^\u0000-\u007f]/gu, '\ufffd') : undefined;
});

/** Faults that show only with what was on the connection, on which one it is, or with how busy the server is. */
export const shippedConnections: readonly Fault[] = [
  ...faults(EX, ['EX-SUCCESS', 'AUTH-BEARER', 'AUTH-STAYS-VALID'], {
    'body-behind-a-chunked-one-is-rejected': ['A valid body with a length is rejected behind a chunked one on the same connection.', behindChunked],
    'body-behind-an-undecodable-one-is-rejected': [
      'Behind a transaction that is no base64, the next submission on the connection is rejected.',
      behindUndecodable,
    ],
    'body-behind-text-is-rejected': ['A valid body is rejected behind one with Content-Type text/plain on the same connection.', behindText],
  }),
  ...faults(EX, 'EX-FAILURE-FORM', failure(), {
    'error-behind-a-text-is-called-text': ['Behind a text of generate-topology, the next error object on the connection is called text/plain.', typeStays],
  }),
  ...faults(GT, 'GT-PARTYID-HINT', {
    'party-id-of-chunked-body-has-replacement-characters': [
      'Of a hint in a chunked body, characters outside ASCII are replaced in partyId.',
      [skip('alphabet /partyHint'), given(chunked, decodesChunks)],
    ],
  }),
  ...faults(GT, ['GT-SUCCESS', 'GT-FAILURE-FORM'], {
    'clients-that-leave-keep-workers': ['Behind two clients that left before their answers, everything gets 500 without a body.', [slow(50), keepsWorkers]],
  }),
  ...faults(GT, 'GT-REQ-THRESHOLD-MIN', {
    'one-replica-of-four-accepts-negative-threshold': [
      'On every fourth connection, a negative confirmationThreshold is accepted.',
      accept('negative /confirmationThreshold'),
      { under: replica(4), only: 'connection' },
    ],
  }),
];

/** A user has one session: with a token that is new, those before it end. */
const oneSession = turningAway(() => {
  const known = new Set<string | undefined>();
  let latest: string | undefined;
  return (_, { token }) => {
    if (known.has(token)) return token !== latest;
    known.add(token);
    latest = token;
    return false;
  };
});

/** How long a listing is kept by the cache in front, in milliseconds. */
const keptMs = 1_000;

/** A cache in front of the service returns what it has, whoever requests it. */
const cacheInFront: Action = (run) => {
  const kept = new Map<string, number>();
  const isKept = ({ target }: Call): boolean => performance.now() - (kept.get(target) ?? Number.NEGATIVE_INFINITY) <= keptMs;
  return {
    ...admitAnybody(isKept)(run),
    watch: {
      encode(call) {
        if (call.operation === LU && call.status < 300 && !isKept(call)) kept.set(call.target, performance.now());
      },
    },
  };
};

const wrong = [
  ...['AUTH-REQUIRED', 'AUTH-EMPTY', 'AUTH-NOT-JWT', 'AUTH-SIGNATURE-ALTERED', 'AUTH-SIGNATURE-MISSING', 'AUTH-ALG-NONE'],
  ...['AUTH-OTHER-SECRET', 'AUTH-PAYLOAD-CHANGED', 'AUTH-EXPIRED', 'AUTH-STAYS-WRONG', 'AUTH-TOKEN-EXACT'],
];

/** Valid tokens beside other valid ones, and wrong ones in other conditions than usual. */
export const shippedTokens: readonly Fault[] = [
  ...faults(everywhere, ['AUTH-STAYS-VALID', 'AUTH-BEARER', 'AUTH-APIKEY', 'GT-SUCCESS', 'EX-SUCCESS', 'LU-SUCCESS'], {
    'newer-token-ends-the-older-one': ['A valid token is rejected once a newer one of the same user was accepted.', oneSession],
  }),
  ...faults(everywhere, ['AUTH-BEARER', 'AUTH-APIKEY'], {
    'token-above-4-kib-is-rejected': ['A valid token of more than 4 KiB is rejected.', turnAway((_, { token = '' }) => token.length > 4_096)],
  }),
  ...faults(everywhere, 'AUTH-APIKEY', {
    'api-key-with-hyphen-is-rejected': [
      'A valid token that has a hyphen is rejected in Sec-WebSocket-Protocol.',
      turnAway((_, { token }) => token?.includes('-')),
      apiKey,
    ],
  }),
  ...faults(GT, wrong, {
    'admits-anybody-behind-the-name-of-the-protocol': [
      'A wrong token in Sec-WebSocket-Protocol is accepted where daml.ws.auth comes before it.',
      admit(() => true),
      header('sec-websocket-protocol', /^daml\.ws\.auth *,/),
    ],
  }),
  ...faults(EX, wrong, {
    'admits-anybody-with-a-chunked-body': ['A wrong credential is accepted with a chunked body.', admit(() => true), chunked],
  }),
  ...faults(LU, wrong, {
    'listing-from-a-cache-needs-no-token': ['A listing of the last second is returned from a cache, whatever the credential.', cacheInFront],
  }),
];

/** The length of an error object is that of its text in characters, and no more is sent. */
const inCharacters = encoded((bytes) => bytes.subarray(0, bytes.toString().length));

/** Faults that show only for some values. */
export const shippedValues: readonly Fault[] = [
  ...faults(GT, ['GT-FAILURE-FORM', 'ERR-OBJECT'], [failure(), not(isText)], {
    'length-of-error-is-in-characters': ['An error object that repeats characters outside ASCII lacks its last bytes.', inCharacters],
  }),
  ...faults(GT, 'GT-FAILURE-FORM', {
    'firewall-answers-markup-with-html': [
      'A body that looks like an attack (a tag, ../ or a quoted OR) is answered 403 with HTML.',
      answered(403, 'text/html', '<html><h1>Request blocked</h1></html>'),
      body(/<\w+|\.\.\/|' or /i),
    ],
  }),
  ...faults(EX, 'EX-SUCCESS', {
    'refuses-uuid-in-capitals': [
      'A valid submission whose submissionId is a UUID in capitals is rejected.',
      reject(({ submissionId }) => /^(?=.*[A-F])[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/.test(submissionId)),
    ],
    'refuses-carriage-returns': ['A valid submission with carriage returns between its members is rejected.', reject((_, call) => call.body.includes(0x0d))],
    'refuses-submission-id-above-128-characters': [
      'A valid submission whose submissionId has more than 128 characters is rejected.',
      reject(({ submissionId }) => submissionId.length > 128),
    ],
  }),
  ...faults(EX, 'EX-FAILURE-FORM', {
    'failure-for-empty-user-without-ledger-time-is-text': [
      'The failure of a submission with an empty userId and no minLedgerTime has no error object.',
      asText,
      [where('/userId', ''), where('/submissionId', /./), without('/minLedgerTime')],
    ],
  }),
];

/** Listings that are wrong only in a place, or for a way to walk them, that a client may well choose. */
export const shippedPages: readonly Fault[] = [
  ...faults(LU, 'LU-PAGE-COMPLETE', {
    'page-of-more-than-255-users-is-cut': [
      'A page has at most 255 users, and its token continues behind as many as were requested.',
      page(({ users }) => ({ users: users.slice(0, 255) })),
      { serving: { users: 300 } },
    ],
    'page-of-all-users-lacks-the-last': [
      'With a page size that is exactly the number of users, the last user is missing.',
      page((shown, { size, token, users }) => (token === '' && size === users.length ? { users: shown.users.slice(0, -1) } : undefined)),
    ],
  }),
  ...faults(LU, ['LU-PAGE-EMPTYTOKEN', 'LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES'], {
    'chain-that-begins-with-an-empty-token-skips-a-user': [
      'The token of a page that was requested with an empty token skips a user.',
      page((shown, { request, users }) => {
        const next = users[users.findIndex(({ id }) => id === shown.users.at(-1)?.id) + 1];
        return request.pageToken?.[0] !== '' || isLast(shown) || next === undefined ? undefined : { nextPageToken: writePageToken(next.id) };
      }),
    ],
  }),
];
