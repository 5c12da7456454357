import {
  createCipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type JsonWebKeyInput,
  type KeyObject,
  publicEncrypt,
  sign,
  verify,
} from 'node:crypto';
import type { JWK } from 'jose';
import { bytesFrom } from './seeding.ts';

/** The key that a target trusts: an HMAC secret as text, or a JWK (RFC 7517). */
export type TokenKey = { secret: string } | { jwk: JWK };

/** The hash of an HMAC algorithm, whatever the case of its name; undefined if it is none. */
export function hmacHash(alg: string): 'sha256' | 'sha384' | 'sha512' | undefined {
  return ({ HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const)[alg.toUpperCase()];
}

/** The secret of a key in bytes; undefined if it is asymmetric. */
function secretOf(key: TokenKey): Buffer | undefined {
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
  return verify(
    alg.startsWith('Ed') ? null : `sha${hash}`,
    Buffer.from(input),
    {
      key: publicKeyOf(key) as KeyObject,
      dsaEncoding: 'ieee-p1363',
      ...(alg.startsWith('PS') ? { padding: 6, saltLength: -2 } : {}),
    },
    signature,
  );
}

/** The public key of an asymmetric key, or of its public half; undefined for a secret. */
export function publicKeyOf(key: TokenKey): KeyObject | undefined {
  if (secretOf(key) !== undefined) return undefined;
  return createPublicKey({ key: 'jwk' in key ? key.jwk : {}, format: 'jwk' } as JsonWebKeyInput);
}

/**
 * A token inside an encrypted one of five parts (RFC 7516 section 7.1): for the public key if it is RSA, otherwise directly under
 * the secret of the target, or under a key that it does not have.
 */
export function encryptedFor(key: TokenKey | undefined, token: string): string {
  const publicKey = key === undefined ? undefined : publicKeyOf(key);
  const isRsa = publicKey?.asymmetricKeyType === 'rsa';
  const contentKey = isRsa
    ? bytesFrom(['encrypted', token], 32)
    : createHash('sha256')
        .update((key === undefined ? undefined : secretOf(key)) ?? token)
        .digest();
  const header = { alg: isRsa ? 'RSA-OAEP-256' : 'dir', enc: 'A256GCM', cty: 'JWT' };
  const protectedText = Buffer.from(JSON.stringify(header)).toString('base64url');
  const nonce = bytesFrom(['nonce', token], 12);
  const cipher = createCipheriv('aes-256-gcm', contentKey, nonce).setAAD(Buffer.from(protectedText));
  const content = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  const encryptedKey = isRsa
    ? publicEncrypt({ key: publicKey, oaepHash: 'sha256' }, contentKey)
    : Buffer.alloc(0);
  const parts = [encryptedKey, nonce, content, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [protectedText, ...parts].join('.');
}

function privateKeyOf(key: TokenKey) {
  return createPrivateKey({ key: 'jwk' in key ? key.jwk : {}, format: 'jwk' } as JsonWebKeyInput);
}
