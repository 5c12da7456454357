import type { Call, Claims } from '../call.ts';
import { verifyCredential as verifySignature } from '../credentials/verify-credential.ts';

const apiKeyPrefix = 'jwt.token.';
/** A token may live so long at most: seconds. */
const maximumLifetime = 5 * 60;

/**
 * The token behind Bearer, whatever its case; other schemes count as none. Without one, the first protocol of
 * Sec-WebSocket-Protocol, which holds the token behind `jwt.token.`.
 */
export function readCredential({ headers }: Call): string | undefined {
  const bearer = /^bearer\s+(\S.*)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const [first = ''] = (headers['sec-websocket-protocol'] ?? '').split(',');
  return first.startsWith(apiKeyPrefix) ? first.slice(apiKeyPrefix.length) : undefined;
}

/** A token with an end near by, a user, and the scope of the ledger. */
export async function verifyCredential(token: string, call: Call): Promise<Claims | undefined> {
  const claims = await verifySignature(token, call);
  if (claims === undefined || typeof claims.sub !== 'string' || claims.exp === undefined) return undefined;
  const now = Date.now() / 1000;
  if (claims.exp > now + maximumLifetime || isAhead(claims.iat, now) || isAhead(claims.nbf, now))
    return undefined;
  return scopesOf(claims).includes('daml_ledger_api') ? claims : undefined;
}

/** Clocks of two programs on one machine may differ by the fraction of a second that a claim cannot say. */
function isAhead(seconds: unknown, now: number): boolean {
  return typeof seconds === 'number' && seconds > now + 1;
}

function scopesOf({ scope, scp }: Claims): readonly unknown[] {
  if (Array.isArray(scp)) return scp;
  return typeof scope === 'string' ? scope.split(' ') : Array.isArray(scope) ? scope : [];
}
