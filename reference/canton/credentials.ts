import type { Call, Claims } from '../call.ts';
import { verifyCredential as verifySignature } from '../credentials/verify-credential.ts';

const apiKeyPrefix = 'jwt.token.';
/** The maximum lifetime of a token in seconds. */
const maximumLifetime = 5 * 60;

/**
 * The token after Bearer (case-insensitive); other schemes are ignored. Without one, the first protocol of
 * Sec-WebSocket-Protocol, which contains the token after `jwt.token.`.
 */
export function readCredential({ headers }: Call): string | undefined {
  const bearer = /^bearer\s*(\S.*)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return withoutWord(bearer);
  const [first = ''] = (headers['sec-websocket-protocol'] ?? '').split(',');
  return first.startsWith(apiKeyPrefix) ? withoutWord(first.slice(apiKeyPrefix.length)) : undefined;
}

/** The service behind the HTTP layer removes the word once more. */
function withoutWord(token: string): string {
  return token.replace(/^Bearer /, '');
}

/**
 * A token that expires soon enough and has a user and the scope of the ledger. Padding behind it is skipped, and whatever
 * its header has in crit.
 */
export async function verifyCredential(token: string, call: Call): Promise<Claims | undefined> {
  const read = token.replace(/=+$/, '');
  const claims = await verifySignature(read, call, criticalNames(read));
  if (claims === undefined || typeof claims.sub !== 'string' || claims.exp === undefined) return undefined;
  const now = call.ledger.now() / 1000;
  if (claims.exp > now + maximumLifetime || isAhead(claims.iat, now) || isAhead(claims.nbf, now))
    return undefined;
  return scopesOf(claims).includes('daml_ledger_api') ? claims : undefined;
}

function criticalNames(token: string): readonly string[] {
  const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  const [, list = ''] = /"crit":\[([^\]]*)\]/.exec(header) ?? [];
  return [...list.matchAll(/"([^"]*)"/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** Clocks of two programs on one machine may differ by a fraction of a second, which a claim cannot express. */
function isAhead(seconds: unknown, now: number): boolean {
  return typeof seconds === 'number' && seconds > now + 1;
}

function scopesOf({ scope, scp }: Claims): readonly unknown[] {
  if (Array.isArray(scp)) return scp;
  return typeof scope === 'string' ? scope.split(' ') : Array.isArray(scope) ? scope : [];
}
