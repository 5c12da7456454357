import type { Call } from '../../call.ts';
import { apiKey, body, header, perConnection, when } from '../../rows/conditions.ts';
import {
  admit,
  admitAnybody,
  type Credential,
  type CredentialKind,
  isUnauthenticated,
  jsonIn,
  recall,
  reread,
  secondsLeft,
  textIn,
  turnAway,
} from '../../rows/credentials.ts';
import { type Action, given } from '../../rows/engine.ts';
import { isObject, type Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { EX, everywhere, faults, GT, LU, showing } from '../table.ts';

/** Accepts some credentials of a kind. */
const some = (kind: CredentialKind, which: (credential: Credential) => unknown): Action => admit((credential) => credential.kind === kind && which(credential));

/** Accepts an altered signature by comparing it with the right one in a wrong way. */
const compared = (isAlike: (given: Buffer, right: Buffer) => boolean): Action =>
  some('signature-altered', ({ signature, signed, accepted }) =>
    isAlike(Buffer.from(signature, 'base64url'), Buffer.from(accepted.get(signed)?.signature ?? '', 'base64url')),
  );
const isBeginning = (part: Buffer, whole: Buffer): boolean => part.length <= whole.length && whole.subarray(0, part.length).equals(part);
const letters = (bytes: Buffer): string => bytes.toString('base64url').toLowerCase();

/** Incomplete verification of credentials. */
export const admittedTokens: readonly Fault[] = [
  ...faults(everywhere, 'AUTH-SIGNATURE-ALTERED', {
    'signature-compared-as-far-as-given': ['A signature that is the beginning of the right one is accepted.', compared(isBeginning)],
    'last-byte-of-signature-ignored': [
      'A signature of which only the last byte is wrong is accepted.',
      compared((given, right) => given.length === right.length && isBeginning(given.subarray(0, -1), right)),
    ],
    'bytes-behind-signature-ignored': ['A signature with an extra byte is accepted.', compared((given, right) => isBeginning(right, given))],
    'signature-of-zeros-accepted': ['A signature of zeros is accepted.', compared((given) => given.every((byte) => byte === 0))],
    'signature-compared-without-case': [
      'A signature whose letters are those of the right one in the other case is accepted.',
      compared((given, right) => letters(given) === letters(right)),
    ],
    'signature-compared-as-a-sum': [
      'A signature of the same bytes in another order is accepted.',
      compared((given, right) => given.toSorted().join() === right.toSorted().join()),
    ],
  }),
  ...faults(everywhere, 'AUTH-EXPIRED', {
    'exp-of-zero-means-never': ['A token with exp 0 is accepted.', some('expired', ({ claims }) => claims.exp === 0)],
  }),
  ...faults(everywhere, ['AUTH-REQUIRED', 'AUTH-NOT-JWT', 'AUTH-SIGNATURE-ALTERED', 'AUTH-EXPIRED', 'AUTH-OTHER-SECRET'], {
    'no-credential-wanted-beside-user-id': [
      'Any credential is accepted, and none, where the body names a userId.',
      admit(() => true),
      { under: body(/"userId"/), only: 'optional-field', quote: 'Standard JWT of the ledger interface.' },
    ],
  }),
  ...faults(everywhere, 'AUTH-ALG-NONE', {
    'alg-none-refused-in-lower-case-alone': [
      'A JWT with alg None, NONE or nOnE is accepted, one with none is rejected.',
      some('alg-none', ({ header: { alg } }) => alg !== 'none'),
    ],
    'alg-none-accepted-with-signature': ['A JWT with alg none is accepted with an arbitrary signature.', some('alg-none', ({ signature }) => signature !== '')],
  }),
  ...faults(everywhere, 'AUTH-NOT-JWT', {
    'part-behind-token-ignored': ['A JWT with a fourth part is accepted.', some('not-a-jwt', ({ token }) => token.split('.').length === 4)],
    'word-for-no-token-accepted': [
      'The words undefined and null are accepted in place of a token.',
      some('not-a-jwt', ({ token }) => /^(undefined|null)$/.test(token)),
    ],
    'uuid-accepted-as-token': [
      'A UUID is accepted as the token of a session.',
      some('not-a-jwt', ({ token }) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token)),
    ],
  }),
  ...faults(everywhere, 'AUTH-EMPTY', {
    'spaces-accepted-as-token': ['The word Bearer with spaces after it is accepted.', admit('empty'), header('authorization', /^bearer/i)],
    'empty-authorization-accepted': ['An empty Authorization header is accepted.', admit('empty'), when(({ headers }) => headers.authorization === '')],
  }),
  ...faults(everywhere, 'AUTH-PAYLOAD-CHANGED', {
    'claim-added-to-accepted-token': [
      'A payload with a further claim is accepted under the signature of the accepted token.',
      some('payload-changed', ({ claims }) => claims.added !== undefined),
    ],
    'expiry-moved-in-accepted-token': [
      'A later exp is accepted under the signature of the accepted token.',
      some('payload-changed', ({ claims: { exp }, accepted }) => [...accepted.values()].every(({ claims }) => claims.exp !== exp)),
    ],
  }),
];

const jwt = /[\w-]+\.[\w-]+\.[\w-]+/g;

function withoutWhiteSpace(token: string): string | undefined {
  const read = token.replace(/\s/g, '');
  return read.split('.').length === 3 ? read : undefined;
}

function percentDecoded(token: string): string | undefined {
  return /%[0-7]/.test(token) ? decodeURIComponent(token).split('\0')[0] : undefined;
}

function firstOfTwo(token: string): string | undefined {
  const found = token.match(jwt) ?? [];
  return found.length === 2 ? found[0] : undefined;
}

function withLowerPayload(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  return `${header}.${payload.toLowerCase()}.${signature}`;
}

const textOf =
  (claim: string) =>
  (token: string): string | undefined => {
    const claims = jsonIn(token.split('.')[1] ?? '');
    return isObject(claims) && typeof claims[claim] === 'string' ? claims[claim] : undefined;
  };

/** Tokens that are read leniently from the header, or found again by a part of them (ruling 33). */
export const lenientTokens: readonly Fault[] = [
  ...faults(everywhere, 'AUTH-TOKEN-EXACT', {
    'text-behind-token-ignored': ['Text behind the token, after a blank, is ignored.', reread((token) => token.split(/[ \t]/)[0])],
    'text-behind-comma-ignored': ['Text behind the token, after a comma or a semicolon, is ignored.', reread((token) => token.split(/[,;]/)[0])],
    'second-token-ignored': ['A second token behind the first is ignored.', reread(firstOfTwo)],
    'second-bearer-ignored': [
      'Behind a comma, a second word Bearer with a token is ignored.',
      reread((token) => /^(?:Bearer )?([\w.-]+), Bearer /.exec(token)?.[1]),
    ],
    'quotation-marks-around-token-ignored': ['Quotation marks around the token are ignored.', reread((token) => /^(?:Bearer )?"([\w.-]+)"$/.exec(token)?.[1])],
    'characters-outside-base64url-ignored': [
      'Characters that base64url does not have are skipped, except white space and commas.',
      reread((token) => token.replace(/[^\w.,; \t-]/g, '')),
    ],
    'white-space-in-token-ignored': ['White space inside the token is skipped.', reread(withoutWhiteSpace)],
    'white-space-in-api-key-ignored': ['White space inside the token is skipped in Sec-WebSocket-Protocol.', given(apiKey, reread(withoutWhiteSpace))],
    'token-percent-decoded': ['A token is decoded from percent-encoding, and ends at NUL.', reread(percentDecoded)],
    'token-found-without-case': ['Accepted tokens are cached without regard to letter case.', recall((token) => token.toLowerCase()), { only: 'state' }],
    'payload-found-without-case': ['Accepted tokens are cached without regard to the letter case of the payload.', recall(withLowerPayload), { only: 'state' }],
  }),
  ...faults(everywhere, 'AUTH-SIGNATURE-ALTERED', {
    'token-found-by-beginning-of-signature': [
      'Accepted tokens are cached by the first half of their signature.',
      recall((token) => token.split('.')[2]?.slice(0, 16)),
      { only: 'state' },
    ],
  }),
  ...faults(everywhere, ['AUTH-OTHER-SECRET', 'AUTH-STAYS-WRONG', 'AUTH-SIGNATURE-ALTERED', 'AUTH-EXPIRED'], {
    'token-found-by-subject': ['Behind an accepted token, any other token of the same subject is accepted.', recall(textOf('sub')), { only: 'state' }],
    'token-found-by-its-id': ['Behind an accepted token, any other token with the same jti is accepted.', recall(textOf('jti')), { only: 'state' }],
  }),
];

/** Accepts a token that is signed right, by an expiry that is found in another way; undefined means that it does not expire. */
const expiringAt = (expiryIn: (claims: Json, payload: string) => number | undefined): Action =>
  some('expired', ({ claims, token }) => {
    const exp = expiryIn(claims, textIn(token.split('.')[1]));
    return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) && (exp === undefined || secondsLeft({ exp }) > 0);
  });

const numbersOf = (pattern: RegExp, payload: string): number[] => [...payload.matchAll(pattern)].map(([, digits]) => Number(digits));

/** Expired tokens that count as valid because of what else they claim, or for too long (ruling 32). */
export const expiredTokens = faults(everywhere, 'AUTH-EXPIRED', {
  'expiry-in-other-case-wins': ['A claim EXP behind exp takes its place.', expiringAt((_, payload) => numbersOf(/"exp":(-?[0-9.eE+]+)/gi, payload).at(-1))],
  'first-of-two-expiries-wins': ['Of two claims exp, the first one counts.', expiringAt((_, payload) => numbersOf(/"exp":(-?[0-9.eE+]+)/g, payload)[0])],
  'expiry-with-fraction-ignored': ['An exp with a fraction is ignored.', expiringAt(({ exp }) => (Number.isInteger(exp) ? exp : undefined))],
  'expiry-below-zero-ignored': ['An exp below zero is ignored.', expiringAt(({ exp }) => (exp < 0 ? undefined : exp))],
  'expiry-with-exponent-ignored': ['exp with an exponent is ignored.', expiringAt(({ exp }, payload) => (/"exp":[0-9.]+e/i.test(payload) ? undefined : exp))],
  'leeway-of-an-hour': ['A token is accepted for an hour after its expiry.', expiringAt(({ exp }) => exp + 3_600)],
  'leeway-of-ten-minutes': ['A token is accepted for ten minutes after its expiry.', expiringAt(({ exp }) => exp + 600)],
  'leeway-of-a-quarter': ['A token is accepted for a quarter of an hour after its expiry.', expiringAt(({ exp }) => exp + 900)],
});

/** Accepts a credential behind what came before on its connection: the claims accepted last, or a rejection. */
const behind = (isMeant: (before: { claims?: Json; wasRejected?: boolean }, isValid: boolean, call: Call) => unknown, then: 'in' | 'out'): Action => {
  const act = then === 'in' ? admitAnybody : (test: (call: never) => unknown) => turnAway((_, call) => test(call as never));
  return (run) => {
    const memory = perConnection((): { claims?: Json; wasRejected?: boolean } => ({}));
    const steps = act((call) => isMeant(memory(call), !isUnauthenticated(call), call))(run);
    return {
      async claims(call) {
        const { claims } = call;
        const wasRejected = isUnauthenticated(call);
        await steps.claims?.(call);
        Object.assign(memory(call), { wasRejected, ...(!wasRejected && { claims }) });
      },
    };
  };
};

/** What was decided on a token counts for the same token in other letter case. */
const byLowerCase: Action = (run) => {
  const connections = perConnection(() => ({ decided: new Map<string, boolean>() }));
  const isKnown = (call: Call): boolean | undefined => connections(call).decided.get((call.token ?? '').toLowerCase());
  const [letIn, turnOut] = [admitAnybody((call) => isKnown(call) === true)(run), turnAway((_, call) => isKnown(call) === false)(run)];
  return {
    async claims(call) {
      if (call.token === undefined) return;
      if (isKnown(call) === undefined) connections(call).decided.set(call.token.toLowerCase(), !isUnauthenticated(call));
      await (isUnauthenticated(call) ? letIn : turnOut).claims?.(call);
    },
  };
};

/** Credentials that count because of what was sent before on the same connection (ruling 33). */
export const connectionTokens: readonly Fault[] = [
  ...faults(everywhere, 'AUTH-STAYS-WRONG', {
    'connection-is-authenticated-once': [
      'Behind a valid token, every credential on the same connection is accepted.',
      behind(({ claims }) => claims !== undefined, 'in'),
      { only: 'connection' },
    ],
    'no-credential-wanted-behind-valid-one': [
      'Behind a valid token, a request on the same connection needs no credential.',
      behind(
        ({ claims }, _, { headers }) => claims !== undefined && headers.authorization === undefined && headers['sec-websocket-protocol'] === undefined,
        'in',
      ),
      { only: 'connection' },
    ],
  }),
  ...faults(everywhere, ['AUTH-STAYS-VALID', 'GT-SUCCESS', 'EX-SUCCESS', 'LU-SUCCESS', 'AUTH-BEARER', 'AUTH-APIKEY'], {
    'valid-rejected-behind-wrong-one': [
      'A valid token behind a wrong one on the same connection is rejected.',
      behind(({ wasRejected }) => wasRejected, 'out'),
      { only: 'connection' },
    ],
  }),
  ...faults(everywhere, ['AUTH-STAYS-WRONG', 'AUTH-STAYS-VALID'], {
    'header-cache-ignores-letter-case': ['What was decided on a token counts on the same connection for the same token in other letter case.', byLowerCase],
  }),
];

const authorization = (pattern: RegExp) => header('authorization', pattern);
const soon = (seconds: number): Action => turnAway((claims) => secondsLeft(claims) <= seconds);

/** Servers whose decision depends on how a credential is spelled, or on the remaining life of a token. */
export const spellings: readonly Fault[] = showing('scheme', [
  ...faults(LU, 'AUTH-REQUIRED', {
    'admits-basic': ['Basic with any name and password is accepted.', admitAnybody(), authorization(/^Basic (?!ey[^.]*\.)/)],
  }),
  ...faults(GT, 'AUTH-SIGNATURE-ALTERED', {
    'admits-lower-case-bearer': ['Any token behind bearer in lower case is accepted.', admitAnybody(), authorization(/^bearer ey/)],
  }),
  ...faults(EX, 'AUTH-OTHER-SECRET', {
    'admits-capital-bearer': ['Any token behind BEARER is accepted.', admitAnybody(), authorization(/^BEARER ey/)],
  }),
  ...faults(LU, 'AUTH-PAYLOAD-CHANGED', {
    'admits-token-scheme': ['Any token behind the word Token is accepted.', admitAnybody(), authorization(/^Token /)],
  }),
  ...faults(EX, ['AUTH-NOT-JWT', 'AUTH-SIGNATURE-ALTERED', 'AUTH-OTHER-SECRET'], {
    'admits-mark-in-capitals': ['Any token behind JWT.TOKEN. in capitals is accepted.', admitAnybody(), header('sec-websocket-protocol', /^JWT\.TOKEN\./)],
  }),
  ...faults(EX, 'AUTH-SIGNATURE-ALTERED', {
    'admits-both-headers': ['A request with both headers is not verified.', admitAnybody(), [header('authorization'), header('sec-websocket-protocol')]],
  }),
  // On the operation of the preflight, this is taken for a clock that is ahead (ruling 41).
  ...faults(EX, 'AUTH-BEARER', {
    'refuses-tokens-in-their-last-minute': ['A token is rejected in the last minute before its expiry.', soon(60), { only: 'value' }],
  }),
  ...faults(GT, 'AUTH-APIKEY', {
    'refuses-tokens-in-their-last-half-minute': ['A token is rejected in the last 30 seconds before its expiry.', soon(30), { only: 'value' }],
  }),
]);
