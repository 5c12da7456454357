import type { JWK } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';

type VerificationKey = Awaited<ReturnType<typeof importJWK>>;

/** Which tokens a server trusts: one key, one algorithm. */
export interface TokenTrust {
  readonly algorithm: 'HS256' | 'ES256' | 'RS256' | 'EdDSA';
  readonly verificationKey: VerificationKey;
  readonly signingKey: VerificationKey;
}

/** Trusts tokens signed with a shared secret (HS256). The key is imported once, not for each token. */
export async function trustSecret(secret: string): Promise<TokenTrust> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']);
  return { algorithm: 'HS256', verificationKey: key, signingKey: key };
}

const algorithms: Readonly<Record<string, TokenTrust['algorithm']>> = { EC: 'ES256', RSA: 'RS256' };

/** Trusts tokens signed with this private key: P-256 (ES256), RSA (RS256) or Ed25519 (EdDSA). */
export async function trustKey(privateKey: JWK): Promise<TokenTrust> {
  const algorithm = algorithms[privateKey.kty ?? ''] ?? 'EdDSA';
  const { d: _private, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...publicKey } = privateKey;
  return {
    algorithm,
    verificationKey: await importJWK(publicKey, algorithm),
    signingKey: await importJWK(privateKey, algorithm),
  };
}

/** A token that the server accepts; `exp` in seconds since the epoch. */
export function mintToken(
  trust: TokenTrust,
  claims: { readonly sub: string; readonly iat: number; readonly exp: number },
): Promise<string> {
  return new SignJWT({ ...claims, scope: 'daml_ledger_api' })
    .setProtectedHeader({ alg: trust.algorithm, typ: 'JWT' })
    .sign(trust.signingKey);
}
