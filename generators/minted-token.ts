import type { JWK, JWTPayload } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import { type JwtHeader, readJwt } from './jwt.ts';
import type { TokenKey } from './token-signer.ts';

/** Two minutes: a target may reject tokens with a long lifetime (ruling 19). */
export const mintedTokenSeconds = 120;

/** How long the tokens live that a run uses in the last minute of their life, at the least. */
export const shortestTokenSeconds = 20;

// A server may tolerate a few minutes of clock skew, but not an hour.
const expiredForSeconds = 3600;

/** The target's clock is known to a second at best, and a token issued in its future would be rejected (ruling 41). */
export const issuedBeforeSeconds = 60;

const algorithms: Record<string, readonly string[]> = {
  oct: ['HS256', 'HS384', 'HS512'],
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
};

/** The algorithm stated by the key, otherwise that of the accepted token if it suits the key, otherwise the usual one. */
function algorithmFor(key: TokenKey, accepted: string | undefined): string {
  const jwk: JWK = 'jwk' in key ? key.jwk : { kty: 'oct' };
  if (jwk.alg !== undefined) return jwk.alg;
  const fitting = algorithms[jwk.crv ?? jwk.kty ?? ''];
  if (fitting?.[0] === undefined) {
    throw new Error(
      `No signature algorithm is known for this JWK (kty ${jwk.kty}, crv ${jwk.crv}); set its alg.`,
    );
  }
  return accepted !== undefined && fitting.includes(accepted) ? accepted : fitting[0];
}

/**
 * A JWT with the given claims and new times; `exp` is always set, `iat` and `nbf` only if the claims have them.
 * @param options `now` in seconds since 1970; the `header` of the accepted token, with its `kid`, `typ` and, if it suits the key,
 * `alg`
 */
export async function mint(
  claims: JWTPayload,
  key: TokenKey,
  options: { now: number; lifetimeSeconds?: number; header?: Partial<JwtHeader> },
): Promise<string> {
  const { now, lifetimeSeconds = mintedTokenSeconds, header = {} } = options;
  const issued = Math.max(0, Math.min(now, now + lifetimeSeconds) - issuedBeforeSeconds);
  const times: JWTPayload = { exp: now + lifetimeSeconds };
  if (claims.iat !== undefined) times.iat = issued;
  if (claims.nbf !== undefined) times.nbf = issued;
  const kid = 'jwk' in key ? (key.jwk.kid ?? header.kid) : header.kid;
  const signed = new SignJWT({ ...claims, ...times }).setProtectedHeader({
    alg: algorithmFor(key, header.alg),
    typ: header.typ ?? 'JWT',
    kid,
  });
  return signed.sign('jwk' in key ? key.jwk : new TextEncoder().encode(key.secret));
}

/** The accepted token as if it had expired this long before `now` (seconds since 1970). */
export function expiredToken(
  token: string,
  key: TokenKey,
  now: number,
  secondsAgo = expiredForSeconds,
): Promise<string> {
  const { claims, header } = readJwt(token);
  return mint(claims, key, { now, lifetimeSeconds: -secondsAgo, header });
}
