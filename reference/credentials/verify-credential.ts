import { jwtVerify } from 'jose/jwt/verify';
import type { Call, Claims } from '../call.ts';
import { isCanonicalBase64url } from '../keys/base64.ts';
import type { Ledger } from '../ledger.ts';

const capacity = 1000;
const acceptedTokens = new WeakMap<Ledger, Map<string, Claims>>();

/**
 * The claims of a valid token, or undefined. A token without `exp` never expires. Accepted tokens are cached by their exact
 * text, because verifying one costs more than a response.
 * @param understood the parameters that `crit` may name
 */
export async function verifyCredential(
  token: string,
  call: Call,
  understood: readonly string[] = [],
): Promise<Claims | undefined> {
  const accepted = acceptedOf(call.ledger);
  const known = accepted.get(token);
  if (known !== undefined) return isExpired(known, call.ledger) ? undefined : known;
  const claims = await verify(token, call.ledger, understood);
  if (claims !== undefined) {
    if (accepted.size >= capacity) accepted.clear();
    accepted.set(token, claims);
  }
  return claims;
}

async function verify(
  token: string,
  { trust, now }: Ledger,
  understood: readonly string[],
): Promise<Claims | undefined> {
  // Unused bits of the last character may differ and decode to the same signature: such a token counts as altered.
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonicalBase64url)) return undefined;
  try {
    const crit = Object.fromEntries(understood.map((name) => [name, true]));
    const settings = { algorithms: [trust.algorithm], crit, currentDate: new Date(now()) };
    const { payload } = await jwtVerify(token, trust.verificationKey, settings);
    return payload;
  } catch {
    return undefined;
  }
}

function isExpired({ exp }: Claims, { now }: Ledger): boolean {
  return exp !== undefined && exp <= Math.floor(now() / 1000);
}

function acceptedOf(ledger: Ledger): Map<string, Claims> {
  const known = acceptedTokens.get(ledger);
  if (known !== undefined) return known;
  const made = new Map<string, Claims>();
  acceptedTokens.set(ledger, made);
  return made;
}
