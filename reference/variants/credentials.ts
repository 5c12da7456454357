import { compactVerify } from 'jose';
import type { Call } from '../call.ts';
import { isCanonicalBase64url } from '../keys/base64.ts';
import { refused } from '../refusal.ts';
import { asItIs, headers, status } from '../rows/answers.ts';
import { failure, when } from '../rows/conditions.ts';
import { admit, isUnauthenticated, jsonIn, readToken, reread, secondsLeft, textIn, turnAway } from '../rows/credentials.ts';
import { type Action, given } from '../rows/engine.ts';
import { beside } from '../rows/sending.ts';
import { isObject, type Json } from '../rules/json-types.ts';
import { readings } from './readings.ts';
import { everyOperation, type VariantEntry, variants } from './table.ts';

/** Only one form of the API key; Authorization is read as usual. */
const apiKeyAs = (form: RegExp): Action =>
  readToken(({ headers: { authorization, 'sec-websocket-protocol': protocols } }, usual) =>
    authorization !== undefined || protocols === undefined ? usual : form.exec(protocols)?.[1],
  );
const bare = apiKeyAs(/^([\w-]+\.[\w-]+\.[\w-]+)$/);
const marked = apiKeyAs(/^jwt\.token\.([^,]+)$/);
const withProtocol = apiKeyAs(/^jwt\.token\.([^,]+), *daml\.ws\.auth$/);

const hasProtocol = when(({ headers: { 'sec-websocket-protocol': protocols } }) => protocols !== undefined);

/** Rejections of credentials in Sec-WebSocket-Protocol have another status. */
const otherwise = (code: number): Action => given(failure('credential'), given(hasProtocol, status(code)));

/** Only this form of Authorization; the first group is the token. */
const authorizationAs = (form: RegExp): Action =>
  readToken(({ headers: { authorization } }, usual) => (authorization === undefined ? usual : form.exec(authorization)?.[1]));

/** Another form of Authorization too. */
const authorizationToo = (form: RegExp): Action => readToken((call, usual) => form.exec(call.headers.authorization ?? '')?.[1] ?? usual);

const thirteenHours = 13 * 60 * 60;

/** How credentials are sent, and which valid ones are accepted (rulings 19 to 21). */
export const credentialForms = variants(everyOperation, readings.apiKeyForms, {
  'api-key-is-the-bare-token': ['Sec-WebSocket-Protocol must be the bare token.', bare],
  'api-key-is-marked': ['Sec-WebSocket-Protocol must be jwt.token.<JWT>.', marked],
  'api-key-with-protocol': ['Sec-WebSocket-Protocol must be jwt.token.<JWT>,daml.ws.auth.', withProtocol],
  'api-key-is-marked-and-others-are-400': [
    'Sec-WebSocket-Protocol must be jwt.token.<JWT>; in another form it is answered 400.',
    [marked, otherwise(400)],
    { quote: readings.credentialObserved },
  ],
  'api-key-with-protocol-and-others-are-426': [
    'Sec-WebSocket-Protocol must be jwt.token.<JWT>,daml.ws.auth; in another form it is answered 426.',
    [withProtocol, otherwise(426)],
    { quote: readings.credentialObserved },
  ],
  'api-key-protocol-is-answered': [
    'An answer names the requested protocol.',
    headers({ 'Sec-WebSocket-Protocol': 'daml.ws.auth' }),
    { quote: readings.http, under: hasProtocol },
  ],
  'bearer-in-this-case-alone': [
    'The scheme must be written Bearer, with one space after it.',
    authorizationAs(/^Bearer (\S+)$/),
    { quote: readings.schemeCase },
  ],
  'any-word-before-the-token': [
    'Authorization may have any word before the token, even Basic.',
    authorizationAs(/^[A-Za-z]+ +(\S.*)$/),
    { quote: readings.basic, warns: ['AUTH-BASIC'] },
  ],
  'tokens-must-expire': [
    'A token without exp, or valid for more than thirteen hours, is rejected.',
    turnAway((claims) => secondsLeft(claims) >= thirteenHours),
    { quote: readings.tokenLifetime },
  ],
  'tokens-must-have-claims': [
    'A token needs a scope, an issue time, and the name of an existing user.',
    turnAway(({ scope, iat, sub }, { ledger }) => scope !== 'daml_ledger_api' || typeof iat !== 'number' || sub !== ledger.userId),
    { quote: readings.claims },
  ],
  'decodes-before-it-authenticates': [
    'The structure of a request is checked before its credential.',
    asItIs,
    {
      quote: readings.decodesFirst,
      order: ['arrive', 'decode', 'rules', 'token', 'claims', 'meaning', 'perform', 'answer', 'encode', 'send'],
    },
  ],
});

/** The claims of a token if its signature is right, whatever they say. */
type Signed = (token: string, call: Call) => Promise<Json>;

/** Tokens of three parts with one of these algorithms; `understood` are parameters that `crit` may name. */
const signedBy =
  (others: readonly string[] = [], understood: readonly string[] = []): Signed =>
  async (token, { ledger: { trust } }) => {
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined;
    const settings = { algorithms: [trust.algorithm, ...others], crit: Object.fromEntries(understood.map((name) => [name, true])) };
    const verified = await compactVerify(token, trust.verificationKey, settings).catch(() => undefined);
    return verified && JSON.parse(Buffer.from(verified.payload).toString());
  };

/** HS256 named in small letters. As for all tokens, another spelling of the signature counts as altered. */
const smallLetters: Signed = async (token, { ledger: { trust } }) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const key = trust.verificationKey;
  if (!/"alg":"hs256"/.test(textIn(header)) || !(key instanceof CryptoKey) || !isCanonicalBase64url(signature)) return undefined;
  const signed = Buffer.from(`${header}.${payload}`);
  const isRight = await crypto.subtle.verify('HMAC', key, Buffer.from(signature, 'base64url'), signed);
  return isRight ? jsonIn(payload) : undefined;
};

/** Besides the usual ones, tokens that are signed like this and whose claims suffice. */
const alsoAccept = (signed: Signed, suffices: (claims: Json) => boolean): Action =>
  admit(async ({ token, call }) => {
    const claims = await signed(token, call);
    return isObject(claims) && suffices(claims);
  });

/** Whether a token has not ended, or so many seconds ago. */
const isCurrent = ({ exp, nbf = 0 }: Json, leeway = 0): boolean =>
  typeof exp === 'number' && secondsLeft({ exp }) > -leeway && Number(nbf) <= Date.now() / 1000;

/** Usual tokens are rejected if their header or payload says something. */
const rejectIf = (isRejected: (header: string, payload: string) => boolean): Action =>
  turnAway((_, { token = '' }) => {
    const [header = '', payload = ''] = token.split('.').map(textIn);
    return isRejected(header, payload);
  });

const threeParts = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const withoutSpareBits = (token: string): string =>
  threeParts.test(token)
    ? token
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('base64url'))
        .join('.')
    : token;

/** What rulings 32 and 33 leave open in tokens. */
export const tokenReadings = [
  ...variants(everyOperation, readings.leeway, {
    'leeway-of-a-minute': ['A token is accepted for a minute after its expiry.', alsoAccept(signedBy(), (claims) => isCurrent(claims, 60))],
    'leeway-of-almost-five-minutes': [
      'A token is accepted for almost five minutes after its expiry.',
      alsoAccept(signedBy(), (claims) => isCurrent(claims, 295)),
    ],
    'not-before-is-ignored': [
      'A token is accepted before the time in nbf.',
      alsoAccept(signedBy(), ({ exp, nbf }) => nbf !== undefined && isCurrent({ exp: exp ?? 0 })),
    ],
    'issued-ahead-is-rejected': ['A token with iat in the future is rejected.', turnAway(({ iat }) => Number(iat ?? 0) > Date.now() / 1000 + 5)],
    'expiry-in-a-string-is-ignored': [
      'A token whose exp is not a number is treated as one without exp.',
      alsoAccept(signedBy(), ({ exp }) => exp !== undefined && typeof exp !== 'number'),
    ],
    'payload-need-not-be-an-object': [
      'A token with the right signature is accepted, although its payload is JSON of another type.',
      admit(async ({ token, call }) => {
        const claims = await signedBy()(token, call);
        return claims !== undefined && !isObject(claims);
      }),
      { quote: readings.claims },
    ],
    'claims-twice-are-rejected': ['A token with a claim twice is rejected.', rejectIf((_, payload) => (payload.match(/"exp":/g) ?? []).length > 1)],
  }),
  ...variants(everyOperation, readings.tokenForm, {
    'padding-is-accepted': ['Padding at the end of the parts of a token is accepted.', reread((token) => token.replace(/=+(?=\.|$)/g, ''))],
    'full-stop-behind-token-is-accepted': ['A full stop behind the token is accepted.', reread((token) => token.replace(/\.$/, ''))],
    'spare-bits-are-ignored': ['Unused bits of the last character may have any value.', reread(withoutSpareBits)],
    'last-word-is-the-token': [
      'The last word of the Authorization header is the token, whatever is in front of it.',
      authorizationToo(/^(?:[A-Za-z]+ )*(?:Bearer)?([\w.-]+)$/),
      { quote: readings.otherBlanks },
    ],
    'any-white-space-before-token': [
      'Any white space may be between Bearer and the token.',
      authorizationToo(/^bearer\s+(\S+)$/i),
      { quote: readings.otherBlanks },
    ],
    'every-hmac-is-accepted': [
      'HS384 and HS512 under the same secret are accepted.',
      alsoAccept(signedBy(['HS384', 'HS512']), isCurrent),
      { quote: readings.otherBlanks },
    ],
    'alg-in-small-letters-is-accepted': ['The alg hs256 means HS256.', alsoAccept(smallLetters, isCurrent), { quote: readings.otherBlanks }],
    'unknown-crit-is-ignored': ['A token with an unknown parameter in crit is accepted.', alsoAccept(signedBy([], ['unknown']), isCurrent)],
    'unknown-kid-is-rejected': ['A token with an unknown kid is rejected.', rejectIf((header) => /"kid":/.test(header))],
    'unknown-header-parameters-are-rejected': [
      'A token with parameters beside alg and typ in its header is rejected.',
      rejectIf((header) => /"(?!alg|typ)\w+":/.test(header)),
    ],
    'type-of-token-is-checked': ['A token whose typ is not JWT is rejected.', rejectIf((header) => !/"typ":"JWT"/.test(header))],
    'connection-ends-with-rejected-credential': [
      'The connection is closed behind a rejected credential.',
      headers({ Connection: 'close' }),
      { quote: readings.http, under: failure('credential') },
    ],
  }),
];

/** Answers say the time by the clock of the server, which may not be that of the machine, or by that of a gateway. */
const dateBy = (secondsAhead: number): Action => headers(({ ledger }) => ({ Date: new Date(ledger.now() + secondsAhead * 1_000).toUTCString() }));

/** Not a second of leeway: what was issued in the next one is rejected, and what ends in this one with 403. */
const noLeeway: Action = () => {
  const endsNow = new WeakSet<Call>();
  return {
    claims(call) {
      const now = Math.floor(call.ledger.now() / 1_000);
      const { exp, iat, nbf } = jsonIn(call.token?.split('.')[1] ?? '') ?? {};
      if (isUnauthenticated(call) && exp === now) endsNow.add(call);
      if (call.refusal !== undefined) return false;
      if (iat > now || nbf > now) call.refusal = refused('UNAUTHENTICATED', 'The token is not valid yet.');
      return true;
    },
    answer(call) {
      if (endsNow.has(call)) call.status = 403;
    },
  };
};

const clockAhead = (seconds: number): VariantEntry => [
  `The clock of the server is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead' : 'behind'}, and it allows for no difference.`,
  [dateBy(0), noLeeway],
  { serving: { clockAhead: seconds } },
];
const gatewayAhead = (seconds: number): VariantEntry => [
  `A gateway sends its own Date, which is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the clock that tokens are valid by.`,
  [dateBy(seconds), noLeeway],
];

/** Clocks that differ from that of the machine, and servers that do not say the time (ruling 41). */
export const clocks = variants(everyOperation, readings.clocks, {
  'no-leeway': ['A token is rejected from the second in which it expires, and before that in which it was issued.', noLeeway, { quote: readings.leeway }],
  'clock-60-seconds-ahead': clockAhead(60),
  'clock-60-seconds-behind': clockAhead(-60),
  'clock-290-seconds-ahead': clockAhead(290),
  'clock-290-seconds-behind': clockAhead(-290),
  'date-of-a-gateway-60-seconds-ahead': gatewayAhead(60),
  'date-of-a-gateway-60-seconds-behind': gatewayAhead(-60),
  // As RFC 9110 section 6.6.1 allows to a server without a clock.
  'no-date': [
    'Answers have no Date.',
    beside((response) => {
      response.sendDate = false;
    }),
    { quote: readings.http },
  ],
});
