import { compactVerify } from 'jose';
import type { Call, Claims } from '../call.ts';
import { changeStage } from '../faults/change-stage.ts';
import type { Change } from '../faults/fault.ts';
import { isCanonicalBase64url } from '../keys/base64.ts';
import { changeAnswers, withHeader } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, variantsOf } from './variant-row.ts';

/** Tokens that are valid if they are read like this. */
function readAs(read: (token: string) => string): Change {
  return changeStage('verifyCredential', (verify, { fire }) => async (token, call) => {
    const claims = await verify(token, call);
    if (claims !== undefined || read(token) === token) return claims;
    const accepted = await verify(read(token), call);
    if (accepted !== undefined) fire();
    return accepted;
  });
}

/** The claims of a token if its signature is right, whatever they say. */
type Signed = (token: string, call: Call) => Promise<Claims | undefined>;

/** Tokens of three parts with one of these algorithms. A parameter `unknown` in `crit` is understood if asked for. */
function signedBy(others: readonly string[] = [], understood: readonly string[] = []): Signed {
  return async (token, { ledger: { trust } }) => {
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined;
    const crit = Object.fromEntries(understood.map((name) => [name, true]));
    const settings = { algorithms: [trust.algorithm, ...others], crit };
    const verified = await compactVerify(token, trust.verificationKey, settings).catch(() => undefined);
    return verified === undefined ? undefined : (JSON.parse(Buffer.from(verified.payload).toString()) as Claims);
  };
}

/** Besides the usual ones, tokens that are signed like this and whose claims suffice. */
function alsoAccept(signed: Signed, suffices: (claims: Claims) => boolean): Change {
  return changeStage('verifyCredential', (verify, { fire }) => async (token, call) => {
    const claims = await verify(token, call);
    if (claims !== undefined) return claims;
    const other = await signed(token, call);
    if (other === undefined || !suffices(other)) return undefined;
    fire();
    return other;
  });
}

/** Usual tokens are rejected if their header or payload says something. */
function rejectIf(isRejected: (header: string, payload: string) => boolean): Change {
  return changeStage('verifyCredential', (verify, { fire }) => async (token, call) => {
    const claims = await verify(token, call);
    if (claims === undefined) return undefined;
    fire();
    const [header = '', payload = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    return isRejected(header, payload) ? undefined : claims;
  });
}

const now = (): number => Date.now() / 1000;

function isCurrent({ exp, nbf = 0 }: Claims, leeway = 0): boolean {
  return typeof exp === 'number' && exp + leeway > now() && Number(nbf) <= now();
}

function isOneHmac(header: string): boolean {
  return /"alg":"hs256"/.test(header);
}

/** HS256 named in small letters. */
const smallLetters: Signed = async (token, { ledger: { trust } }) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (!isOneHmac(Buffer.from(header, 'base64url').toString())) return undefined;
  const key = trust.verificationKey;
  if (trust.algorithm !== 'HS256' || !(key instanceof CryptoKey)) return undefined;
  // As for all tokens: another spelling of the signature counts as altered.
  if (!isCanonicalBase64url(signature)) return undefined;
  const signed = Buffer.from(`${header}.${payload}`);
  const isRight = await crypto.subtle.verify('HMAC', key, Buffer.from(signature, 'base64url'), signed);
  return isRight ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims) : undefined;
};

/** Any white space between the word and the token. */
const anyWhiteSpace: Change = changeStage('readCredential', (usual, { fire }) => (call) => {
  const found = /^bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
  if (found === undefined) return usual(call);
  fire();
  return found;
});

/** What rulings 32 and 33 leave open in tokens. */
export const tokenReadingVariants = [
  ...variantsOf(everyOperation, readings.leeway, {
    'leeway-of-a-minute': {
      title: 'A token is accepted for a minute after its expiry.',
      apply: alsoAccept(signedBy(), (claims) => isCurrent(claims, 60)),
    },
    'leeway-of-almost-five-minutes': {
      title: 'A token is accepted for almost five minutes after its expiry.',
      apply: alsoAccept(signedBy(), (claims) => isCurrent(claims, 295)),
    },
    'not-before-is-ignored': {
      title: 'A token is accepted before the time in nbf.',
      apply: alsoAccept(signedBy(), ({ exp, nbf }) => nbf !== undefined && isCurrent({ exp: exp ?? 0 })),
    },
    'issued-ahead-is-rejected': {
      title: 'A token with iat in the future is rejected.',
      apply: rejectIf((_, payload) => Number((JSON.parse(payload) as Claims).iat ?? 0) > now() + 5),
    },
    'expiry-in-a-string-is-ignored': {
      title: 'A token whose exp is not a number is treated as one without exp.',
      apply: alsoAccept(signedBy(), ({ exp }) => exp !== undefined && typeof exp !== 'number'),
    },
    'claims-twice-are-rejected': {
      title: 'A token with a claim twice is rejected.',
      apply: rejectIf((_, payload) => (payload.match(/"exp":/g) ?? []).length > 1),
    },
  }),
  ...variantsOf(everyOperation, readings.tokenForm, {
    'padding-is-accepted': {
      title: 'Padding at the end of the parts of a token is accepted.',
      apply: readAs((token) => token.replace(/=+(?=\.|$)/g, '')),
    },
    'full-stop-behind-token-is-accepted': {
      title: 'A full stop behind the token is accepted.',
      apply: readAs((token) => token.replace(/\.$/, '')),
    },
    'spare-bits-are-ignored': {
      title: 'Unused bits of the last character may have any value.',
      apply: readAs((token) =>
        /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
          ? token
              .split('.')
              .map((part) => Buffer.from(part, 'base64url').toString('base64url'))
              .join('.')
          : token,
      ),
    },
    'last-word-is-the-token': {
      title: 'The last word of the Authorization header is the token, whatever is in front of it.',
      quote: readings.otherBlanks,
      apply: changeStage('readCredential', (usual, { fire }) => (call) => {
        const found = /^(?:[A-Za-z]+ )*(?:Bearer)?([\w.-]+)$/.exec(call.headers.authorization ?? '')?.[1];
        if (found === undefined || usual(call) === found) return usual(call);
        fire();
        return found;
      }),
    },
    'any-white-space-before-token': {
      title: 'Any white space may be between Bearer and the token.',
      quote: readings.otherBlanks,
      apply: anyWhiteSpace,
    },
    'every-hmac-is-accepted': {
      title: 'HS384 and HS512 under the same secret are accepted.',
      quote: readings.otherBlanks,
      apply: alsoAccept(signedBy(['HS384', 'HS512']), isCurrent),
    },
    'alg-in-small-letters-is-accepted': {
      title: 'The alg hs256 means HS256.',
      quote: readings.otherBlanks,
      apply: alsoAccept(smallLetters, isCurrent),
    },
    'unknown-crit-is-ignored': {
      title: 'A token with an unknown parameter in crit is accepted.',
      apply: alsoAccept(signedBy([], ['unknown']), isCurrent),
    },
    'unknown-kid-is-rejected': {
      title: 'A token with an unknown kid is rejected.',
      apply: rejectIf((header) => /"kid":/.test(header)),
    },
    'unknown-header-parameters-are-rejected': {
      title: 'A token with parameters beside alg and typ in its header is rejected.',
      apply: rejectIf((header) => /"(?!alg|typ)\w+":/.test(header)),
    },
    'type-of-token-is-checked': {
      title: 'A token whose typ is not JWT is rejected.',
      apply: rejectIf((header) => !/"typ":"JWT"/.test(header)),
    },
    'connection-ends-with-rejected-credential': {
      title: 'The connection is closed behind a rejected credential.',
      quote: readings.http,
      apply: changeAnswers((draft, _call, refusal) => (refusal?.code === 'UNAUTHENTICATED' ? withHeader(draft, 'Connection', 'close') : undefined)),
    },
  }),
];
