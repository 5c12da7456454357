import { jwtVerify } from 'jose';
import type { Ledger } from '../../ledger.ts';
import { type CredentialKind, type Parts, partsOf } from './presented.ts';

/** A time before 1970, in seconds. */
const anyTime = 100 * 365 * 24 * 60 * 60;

/** The tokens that a server has accepted, by the signed part. */
export type AcceptedTokens = Map<string, Parts>;

/**
 * What is wrong with a rejected token. Altered signatures and changed payloads are distinguished from other secrets by the
 * tokens accepted before: only these show what the signature should be.
 */
export async function kindOfToken(token: string, accepted: AcceptedTokens, { trust }: Ledger): Promise<Exclude<CredentialKind, 'missing' | 'empty'>> {
  const parts = partsOf(token);
  if (parts === undefined) return 'not-a-jwt';
  if (/^none$/i.test(String(parts.header.alg))) return 'alg-none';
  if (parts.signature === '') return 'signature-missing';
  const tokens = [...accepted.values()];
  if (tokens.some(({ signature }) => signature === parts.signature)) return 'payload-changed';
  const right = accepted.get(parts.signed);
  if (right !== undefined && isAltered(parts.signature, right.signature)) return 'signature-altered';
  try {
    await jwtVerify(token, trust.verificationKey, {
      algorithms: [trust.algorithm],
      clockTolerance: anyTime,
    });
    return 'expired';
  } catch {
    return 'other-secret';
  }
}

/**
 * Bytes of which at least half are as in the right signature, or all are but in other places, or all are zero; or the same
 * letters in the other case.
 */
function isAltered(signature: string, right: string): boolean {
  if (signature.toLowerCase() === right.toLowerCase()) return true;
  const [bytes, expected] = [Buffer.from(signature, 'base64url'), Buffer.from(right, 'base64url')];
  const same = bytes.filter((byte, index) => byte === expected[index]).length;
  return same * 2 >= Math.min(bytes.length, expected.length) || bytes.every((byte) => byte === 0) || bytes.toSorted().join() === expected.toSorted().join();
}
