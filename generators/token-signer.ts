import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type JsonWebKeyInput,
  sign,
  verify,
} from 'node:crypto';
import type { JWK } from 'jose';

/** The key that a target trusts: an HMAC secret as text, or a JWK (RFC 7517). */
export type TokenKey = { secret: string } | { jwk: JWK };

/** The hash of an HMAC algorithm, whatever the case of its name; undefined if it is none. */
export function hmacHash(alg: string): 'sha256' | 'sha384' | 'sha512' | undefined {
  return ({ HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const)[alg.toUpperCase()];
}

/** The secret of a key in bytes; undefined if it is asymmetric. */
export function secretOf(key: TokenKey): Buffer | undefined {
  if ('secret' in key) return Buffer.from(key.secret);
  return key.jwk.kty === 'oct' ? Buffer.from(key.jwk.k ?? '', 'base64url') : undefined;
}

/**
 * Signs the input of a token whatever its header says: with HMAC by the algorithm of the header, with other keys by the
 * algorithm of the key. Undefined if the key has no signature of this algorithm.
 */
export function signWith(key: TokenKey, alg: string, input: string): Buffer | undefined {
  const secret = secretOf(key);
  if (secret !== undefined) {
    const hash = hmacHash(alg);
    return hash === undefined ? undefined : createHmac(hash, secret).update(input).digest();
  }
  const hash = /^(?:[RP]S|ES)(256|384|512)$/.exec(alg)?.[1];
  if (hash === undefined && !/^Ed(DSA|25519)$/.test(alg)) return undefined;
  return sign(hash === undefined ? null : `sha${hash}`, Buffer.from(input), {
    key: privateKeyOf(key),
    dsaEncoding: 'ieee-p1363',
    ...(alg.startsWith('PS') ? { padding: 6, saltLength: -1 } : {}),
  });
}

/** Whether signatures of this algorithm are made with such a key (RFC 7518 section 3.1). */
export function fits(key: TokenKey, alg: string): boolean {
  if (secretOf(key) !== undefined) return hmacHash(alg) !== undefined;
  const { kty } = 'jwk' in key ? key.jwk : {};
  const kinds = { RSA: /^[RP]S(256|384|512)$/, EC: /^ES(256|384|512)$/, OKP: /^Ed(DSA|25519)$/ };
  return kinds[kty as keyof typeof kinds]?.test(alg) === true;
}

/** Whether a signature was made with this key or, if it is a public one, with its private half. */
export function verifiesWith(key: TokenKey, alg: string, input: string, signature: Buffer): boolean {
  if (!fits(key, alg)) return false;
  if (secretOf(key) !== undefined) return signWith(key, alg, input)?.equals(signature) === true;
  const hash = /\d{3}$/.exec(alg)?.[0];
  const jwk = { key: 'jwk' in key ? key.jwk : {}, format: 'jwk' } as JsonWebKeyInput;
  return verify(
    alg.startsWith('Ed') ? null : `sha${hash}`,
    Buffer.from(input),
    {
      key: createPublicKey(jwk),
      dsaEncoding: 'ieee-p1363',
      ...(alg.startsWith('PS') ? { padding: 6, saltLength: -2 } : {}),
    },
    signature,
  );
}

/** The public key of an asymmetric key as PEM, as servers have it in a file; undefined for a secret. */
export function publicPemOf(key: TokenKey): string | undefined {
  if (secretOf(key) !== undefined) return undefined;
  return createPublicKey(privateKeyOf(key)).export({ format: 'pem', type: 'spki' }).toString();
}

function privateKeyOf(key: TokenKey) {
  return createPrivateKey({ key: 'jwk' in key ? key.jwk : {}, format: 'jwk' } as JsonWebKeyInput);
}
