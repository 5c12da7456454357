import { jwtVerify } from 'jose';
import type { Ledger } from '../../ledger.ts';
import { type CredentialKind, type Parts, partsOf } from './presented.ts';

/** Seconds since before 1970. */
const anyTime = 100 * 365 * 24 * 60 * 60;

/** The tokens that a server has accepted, by the part that is signed. */
export type AcceptedTokens = Map<string, Parts>;

/**
 * What is wrong with a token that was refused. Altered signatures and changed payloads are told from other secrets by
 * the tokens accepted before: as a server sees it, only these show what the signature would have to be.
 */
export async function kindOfToken(
  token: string,
  accepted: AcceptedTokens,
  { trust }: Ledger,
): Promise<Exclude<CredentialKind, 'missing' | 'empty'>> {
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
 * Bytes of which half or more stand where they stand in the right signature, or all of them elsewhere, or zeros alone; or the
 * same letters in the other case.
 */
function isAltered(signature: string, right: string): boolean {
  if (signature.toLowerCase() === right.toLowerCase()) return true;
  const [bytes, expected] = [Buffer.from(signature, 'base64url'), Buffer.from(right, 'base64url')];
  const same = bytes.filter((byte, index) => byte === expected[index]).length;
  return (
    same * 2 >= Math.min(bytes.length, expected.length) ||
    bytes.every((byte) => byte === 0) ||
    bytes.toSorted().join() === expected.toSorted().join()
  );
}
