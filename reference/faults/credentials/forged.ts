import { createHmac, createPublicKey, type JsonWebKey, verify, X509Certificate } from 'node:crypto';
import { compactVerify } from 'jose';
import { admit, type Credential, secondsLeft, textIn } from '../../rows/credentials.ts';
import type { Action } from '../../rows/engine.ts';
import { isObject, type Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { EX, everywhere, faults, GT, LU } from '../table.ts';

/** Accepts a token with a signature that it should not trust, unless it has expired. */
const trust = (trusts: (credential: Credential) => unknown): Action =>
  admit((credential) => credential.signed !== '' && !isOver(credential.claims) && trusts(credential));

const isOver = ({ exp }: Json): boolean => typeof exp === 'number' && secondsLeft({ exp }) <= 0;

const hashes: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

function isHmacOf(secret: string | Buffer, { header, signed, signature }: Credential): boolean {
  const hash = hashes[header.alg];
  return hash !== undefined && createHmac(hash, secret).update(signed).digest('base64url') === signature;
}

function isEs256(key: ReturnType<typeof createPublicKey>, { signed, signature }: Credential): boolean {
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

/** Whether the signature is ES256 or HMAC by a key in JWK form. */
function isSignedBy(jwk: Json, credential: Credential): boolean {
  if (!isObject(jwk)) return false;
  if (jwk.kty === 'oct') return isHmacOf(Buffer.from(String(jwk.k ?? ''), 'base64url'), credential);
  return jwk.kty === 'EC' && isEs256(createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }), credential);
}

function keysAt(address: unknown): Json[] {
  const [, base64] = /^data:application\/json;base64,(.*)$/.exec(String(address)) ?? [];
  return base64 === undefined ? [] : JSON.parse(Buffer.from(base64, 'base64').toString()).keys;
}

const certificate = (x5c: string): ReturnType<typeof createPublicKey> => new X509Certificate(Buffer.from(x5c, 'base64')).publicKey;

const certified = trust((token) => token.header.x5c?.[0] && isEs256(certificate(token.header.x5c[0]), token));

const queried = trust((token) => {
  const [, secret] = /' UNION SELECT '([^']*)/.exec(String(token.header.kid)) ?? [];
  return secret !== undefined && isHmacOf(secret, token);
});

/** The file that a kid names is a key. */
const kidNames = (path: RegExp, content: string): Action => trust((token) => path.test(String(token.header.kid)) && isHmacOf(content, token));

/** Of an expired token, only a right signature is rejected. */
const expiredAndWrong = admit(async ({ header, claims, signature, token, call: { ledger } }) => {
  const { algorithm, verificationKey } = ledger.trust;
  if (signature === '' || !isOver(claims) || header.alg !== algorithm) return false;
  return compactVerify(token, verificationKey, { algorithms: [algorithm] }).then(
    () => false,
    () => true,
  );
});

const unsigned = admit(({ token }) => /^[\w-]+\.[\w-]+\.$/.test(token) && !/"alg":"[A-Za-z]/.test(textIn(token.split('.')[0])));
const encrypted = admit(({ token }) => /^eyJ[\w-]+(\.[\w-]*){3}\.[\w-]+$/.test(token));

/** Tokens that bring their key along, or are signed with one that anybody has (ruling 19). */
export const forgedTokens: readonly Fault[] = [
  ...faults(everywhere, 'AUTH-OTHER-SECRET', {
    'key-in-token-trusted': ['A token is verified with the key in its header jwk.', trust((token) => isSignedBy(token.header.jwk, token))],
    'keys-at-address-in-token-trusted': [
      'A token is verified with the keys at the address in its header jku.',
      trust((token) => keysAt(token.header.jku).some((key) => isSignedBy(key, token))),
    ],
    'certificate-in-token-trusted': ['A token is verified with the certificate in its header x5c.', certified],
    'kid-names-empty-file': ['The kid is the path of a key file, which may be /dev/null.', kidNames(/\/dev\/null$/, '')],
    'kid-names-known-file': ['The kid is the path of a key file, which may be any file of the system.', kidNames(/\/randomize_va_space$/, '2\n')],
    'kid-in-query': ['The kid becomes part of an SQL query for the key.', queried],
    'empty-secret-accepted': ['A token signed with an empty secret is accepted.', trust((token) => token.header.kid === undefined && isHmacOf('', token))],
    'well-known-secret-accepted': ['A token signed with the secret "secret" is accepted.', trust((token) => isHmacOf('secret', token))],
    'signature-of-zeros-accepted-for-es256': [
      'An ES256 signature of zeros is accepted.',
      trust(({ header, signature }) => header.alg === 'ES256' && Buffer.from(signature, 'base64url').every((byte) => byte === 0)),
    ],
    'unknown-algorithm-accepted': [
      'A token with an unknown algorithm is accepted without verifying it.',
      trust(({ header }) => !/^((HS|RS|ES|PS)\d+|EdDSA|none)$/i.test(header.alg)),
    ],
    'other-hmac-not-verified': [
      'HS384 and HS512 are accepted without verifying them.',
      trust(({ header, signature }) => /^HS(384|512)$/.test(header.alg) && signature !== ''),
    ],
    'signature-of-expired-token-not-verified': ['A token that has expired is accepted if its signature is wrong.', expiredAndWrong],
    'encrypted-token-not-looked-into': ['An encrypted token is accepted, whatever is inside.', encrypted],
    'critical-header-ends-verification': ['A token with crit is accepted without verifying it.', trust(({ header }) => header.crit !== undefined)],
  }),
  ...faults([GT, LU], 'AUTH-OTHER-SECRET', {
    'certificate-in-token-trusted': ['On @ alone, a token is verified with the certificate in its header x5c.', certified],
  }),
  ...faults(EX, 'AUTH-OTHER-SECRET', { 'kid-in-query': ['On @ alone, the kid becomes part of an SQL query for the key.', queried] }),
  ...faults(everywhere, 'AUTH-ALG-NONE', {
    'alg-none-known-in-usual-case-alone': [
      'A JWT with alg none is accepted if none is in unusual letter case.',
      trust(({ header: { alg } }) => /^none$/i.test(alg) && !/^(none|None|NONE|nOnE)$/.test(alg)),
    ],
  }),
  ...faults(everywhere, 'AUTH-SIGNATURE-MISSING', {
    'missing-algorithm-means-none': ['A JWT whose header names no algorithm is accepted without a signature.', unsigned],
    'signature-of-no-byte-accepted': ['A signature of one character, which is no byte, is accepted.', admit(({ signature }) => /^[\w-]$/.test(signature))],
    'none-beside-an-algorithm-accepted': [
      'A JWT with alg twice, once none, is accepted.',
      admit(({ token }) => /("alg".*){2}/.test(textIn(token.split('.')[0]))),
    ],
  }),
];
