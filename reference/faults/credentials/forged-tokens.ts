import { createHmac, createPublicKey, type JsonWebKey, verify, X509Certificate } from 'node:crypto';
import { compactVerify } from 'jose';
import { operationStems } from '../../../schemas/openapi.ts';
import type { Claims } from '../../call.ts';
import type { Change, Fault } from '../fault.ts';
import { breaking, faultOf } from '../fault-row.ts';
import { type Parts, partsOf } from './presented.ts';

/** Whether a careless server takes the signature of a rejected token for right. */
type Trusts = (parts: Parts) => boolean;

/** A server that accepts tokens with a signature that it should not trust, unless they have expired. */
function trust(trusts: Trusts): Change {
  return (behaviour, { fire }) => ({
    ...behaviour,
    verifyCredential: async (token, call) => {
      const claims = await behaviour.verifyCredential(token, call);
      const parts = claims === undefined ? partsOf(token) : undefined;
      if (parts === undefined || isExpired(parts.claims) || !trusts(parts)) return claims;
      fire();
      return parts.claims;
    },
  });
}

function isExpired({ exp }: Claims): boolean {
  return typeof exp === 'number' && exp <= Date.now() / 1000;
}

const hashes: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

function isHmacOf(secret: string | Buffer, { header, signed, signature }: Parts): boolean {
  const hash = hashes[String(header.alg)];
  return hash !== undefined && createHmac(hash, secret).update(signed).digest('base64url') === signature;
}

/** Whether the signature is ES256 or HMAC by a key in JWK form. */
function isSignedBy(jwk: unknown, parts: Parts): boolean {
  const key = jwk as JsonWebKey;
  if (key.kty === 'oct') return isHmacOf(Buffer.from(key.k ?? '', 'base64url'), parts);
  if (key.kty !== 'EC') return false;
  return isEs256(createPublicKey({ key, format: 'jwk' }), parts);
}

function isEs256(key: ReturnType<typeof createPublicKey>, { signed, signature }: Parts): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}

function keysAt(address: unknown): readonly unknown[] {
  const [, base64] = /^data:application\/json;base64,(.*)$/.exec(String(address)) ?? [];
  if (base64 === undefined) return [];
  return (JSON.parse(Buffer.from(base64, 'base64').toString()) as { keys: unknown[] }).keys;
}

/** Tokens that bring their key along, or are signed with one that anybody has (ruling 19). */
const rows = [
  ...breaking(['AUTH-OTHER-SECRET'], {
    'key-in-token-trusted': [
      'A token is verified with the key in its header jwk.',
      trust((parts) => parts.header.jwk !== undefined && isSignedBy(parts.header.jwk, parts)),
    ],
    'keys-at-address-in-token-trusted': [
      'A token is verified with the keys at the address in its header jku.',
      trust((parts) => keysAt(parts.header.jku).some((key) => isSignedBy(key, parts))),
    ],
    'certificate-in-token-trusted': [
      'A token is verified with the certificate in its header x5c.',
      trust((parts) => {
        const [first] = (parts.header.x5c ?? []) as string[];
        return first !== undefined && isEs256(new X509Certificate(Buffer.from(first, 'base64')).publicKey, parts);
      }),
    ],
    'kid-names-empty-file': [
      'The kid is the path of a key file, which may be /dev/null.',
      trust((parts) => /\/dev\/null$/.test(String(parts.header.kid)) && isHmacOf('', parts)),
    ],
    'kid-names-known-file': [
      'The kid is the path of a key file, which may be any file of the system.',
      trust((parts) => /\/randomize_va_space$/.test(String(parts.header.kid)) && isHmacOf('2\n', parts)),
    ],
    'kid-in-query': [
      'The kid becomes part of an SQL query for the key.',
      trust((parts) => {
        const [, secret] = /' UNION SELECT '([^']*)/.exec(String(parts.header.kid)) ?? [];
        return secret !== undefined && isHmacOf(secret, parts);
      }),
    ],
    'empty-secret-accepted': ['A token signed with an empty secret is accepted.', trust((parts) => parts.header.kid === undefined && isHmacOf('', parts))],
    'well-known-secret-accepted': ['A token signed with the secret "secret" is accepted.', trust((parts) => isHmacOf('secret', parts))],
    'signature-of-zeros-accepted-for-es256': [
      'An ES256 signature of zeros is accepted.',
      trust(({ header, signature }) => header.alg === 'ES256' && Buffer.from(signature, 'base64url').every((byte) => byte === 0)),
    ],
    'unknown-algorithm-accepted': [
      'A token with an unknown algorithm is accepted without verifying it.',
      trust(({ header }) => !/^((HS|RS|ES|PS)\d+|EdDSA|none)$/i.test(String(header.alg))),
    ],
    'other-hmac-not-verified': [
      'HS384 and HS512 are accepted without verifying them.',
      trust(({ header, signature }) => /^HS(384|512)$/.test(String(header.alg)) && signature !== ''),
    ],
    'signature-of-expired-token-not-verified': [
      'A token that has expired is accepted if its signature is wrong.',
      (behaviour, { fire }) => ({
        ...behaviour,
        verifyCredential: async (token, call) => {
          const claims = await behaviour.verifyCredential(token, call);
          const parts = claims === undefined ? partsOf(token) : undefined;
          const { trust: trusted } = call.ledger;
          if (parts === undefined || !isExpired(parts.claims) || parts.header.alg !== trusted.algorithm) return claims;
          const settings = { algorithms: [trusted.algorithm] };
          const isRight = await compactVerify(token, trusted.verificationKey, settings).catch(() => undefined);
          if (isRight !== undefined || parts.signature === '') return undefined;
          fire();
          return parts.claims;
        },
      }),
    ],
    'encrypted-token-not-looked-into': [
      'An encrypted token is accepted, whatever is inside.',
      (behaviour, { fire, ledger }) => ({
        ...behaviour,
        verifyCredential: async (token, call) => {
          const isEncrypted = /^eyJ[\w-]+(\.[\w-]*){4}$/.test(token) && token.split('.')[4] !== '';
          if (!isEncrypted) return behaviour.verifyCredential(token, call);
          fire();
          return { sub: ledger.userId };
        },
      }),
    ],
    'critical-header-ends-verification': ['A token with crit is accepted without verifying it.', trust(({ header }) => header.crit !== undefined)],
  }),
  ...breaking(['AUTH-ALG-NONE'], {
    'alg-none-known-in-usual-case-alone': [
      'A JWT with alg none is accepted if none is in unusual letter case.',
      trust(({ header: { alg } }) => /^none$/i.test(String(alg)) && !/^(none|None|NONE|nOnE)$/.test(String(alg))),
    ],
  }),
  ...breaking(['AUTH-SIGNATURE-MISSING'], {
    'missing-algorithm-means-none': ['A JWT whose header names no algorithm is accepted without a signature.', trustUnsigned()],
  }),
];

/** Its header has no algorithm, so its parts are read here. */
function trustUnsigned(): Change {
  return (behaviour, { fire }) => ({
    ...behaviour,
    verifyCredential: async (token, call) => {
      const claims = await behaviour.verifyCredential(token, call);
      if (claims !== undefined || !/^[\w-]+\.[\w-]+\.$/.test(token)) return claims;
      const [header, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
      if (/"alg":"[A-Za-z]/.test(header ?? '')) return undefined;
      fire();
      return JSON.parse(payload ?? '{}') as Claims;
    },
  });
}

export const forgedTokenFaults: readonly Fault[] = rows.map((row) => faultOf(operationStems, row));
