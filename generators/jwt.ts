import { createHmac, sign } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { isObject, jsonValue } from '../json/read-json.ts';
import { type KeySpec, signingKey } from './keys.ts';
import { bytesFrom, type SeedPart } from './seeding.ts';

export type JwtHeader = { alg: string; kid?: string; typ?: string; [parameter: string]: unknown };

/** A signed JWT in compact form (RFC 7519, RFC 7515 §3.1), split; the three texts are unchanged. */
export type Jwt = {
  header: JwtHeader;
  claims: JWTPayload;
  headerText: string;
  payloadText: string;
  signatureText: string;
};

/** A part of a JWT from its JSON, which need be none. */
export const encodedPart = (json: string): string => Buffer.from(json).toString('base64url');

function decode(text: string): unknown {
  return jsonValue(Buffer.from(text, 'base64url').toString('utf8'))?.value;
}

/** Splits a JWT without checking its signature; undefined if the text is not one. */
export function jwtIn(token: string): Jwt | undefined {
  const [headerText = '', payloadText = '', signatureText = '', ...rest] = token.split('.');
  const [header, claims] = [decode(headerText), decode(payloadText)];
  if (rest.length > 0 || !isObject(header) || typeof header.alg !== 'string' || !isObject(claims))
    return undefined;
  return { header: { ...header, alg: header.alg }, claims, headerText, payloadText, signatureText };
}

/** The same of a text that is one; the error does not quote it. */
export function readJwt(token: string): Jwt {
  const jwt = jwtIn(token);
  if (jwt !== undefined) return jwt;
  throw new Error('The token is not a signed JWT of three parts; give the one that the target accepts.');
}

/** The part of a JWT that a signature covers. */
export function signingInput(header: JwtHeader, claims: JWTPayload): string {
  return `${encodedPart(JSON.stringify(header))}.${encodedPart(JSON.stringify(claims))}`;
}

/** Signs the input of a token with the algorithm named in its header. */
type Signer = { alg: string; sign: (input: string) => Buffer };

const hmacHashes: Record<string, string> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

const keyPairs: Record<string, { keySpec: KeySpec; hash: string | null }> = {
  ES256: { keySpec: 'SIGNING_KEY_SPEC_EC_P256', hash: 'sha256' },
  ES384: { keySpec: 'SIGNING_KEY_SPEC_EC_P384', hash: 'sha384' },
  ES256K: { keySpec: 'SIGNING_KEY_SPEC_EC_SECP256K1', hash: 'sha256' },
  EdDSA: { keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519', hash: null },
  Ed25519: { keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519', hash: null },
};

function hmacSigner(alg: string, hash: string, parts: readonly SeedPart[]): Signer {
  const secret = bytesFrom(['other-secret', alg, ...parts], 64);
  return { alg, sign: (input) => createHmac(hash, secret).update(input).digest() };
}

/**
 * Untrusted signers for a token of this `alg`: one of the same algorithm if a placeholder key can be derived, and HS256
 * with a placeholder secret. RSA keys cannot be derived from a seed, so ES256 replaces the RSA algorithms.
 */
export function strangersFor(alg: string, ...parts: SeedPart[]): Signer[] {
  const hmac = hmacSigner('HS256', 'sha256', parts);
  const hash = hmacHashes[alg];
  if (hash !== undefined) return [hmacSigner(alg, hash, parts)];
  const name = alg in keyPairs ? alg : 'ES256';
  const pair = keyPairs[name];
  if (pair === undefined) return [hmac];
  const key = signingKey(pair.keySpec, 'other-secret', ...parts).privateKey;
  const signer = (input: string) =>
    sign(pair.hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' as const });
  return [{ alg: name, sign: signer }, hmac];
}

/** A complete token with these claims. */
export function signedWith(signer: Signer, header: JwtHeader, claims: JWTPayload): string {
  const input = signingInput({ ...header, alg: signer.alg }, claims);
  return `${input}.${signer.sign(input).toString('base64url')}`;
}
