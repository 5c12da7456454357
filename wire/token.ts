import { execSync } from 'node:child_process';
import { readJwt } from '../generators/jwt.ts';
import type { Leniency } from '../generators/leniencies/leniency.ts';
import { type LenientCredential, lenientCredentials } from '../generators/leniencies/lenient-credentials.ts';
import { expiredToken, mint } from '../generators/minted-token.ts';
import type { TokenKey } from '../generators/token-signer.ts';
import { readNamedFile } from '../settings/read-file.ts';
import type { TargetSettings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Redactor } from './redact.ts';

/** A valid token for the target, renewed before it expires if the configuration allows. */
export interface TokenSource {
  current(): Promise<string>;
  /** A token that expired this long ago: the configured one, or one made with the key; undefined if there is neither. */
  expired(secondsAgo?: number): Promise<string | undefined>;
  /** Another valid token with the same claims and this lifetime; undefined if no key is configured. */
  fresh(lifetimeSeconds: number): Promise<string | undefined>;
  /** The credentials that these leniencies make of the current token; none if it is not a JWT. */
  lenient(leniencies: readonly Leniency[]): Promise<readonly LenientCredential[]>;
  /** Whether tokens can be signed with the target's key. */
  readonly canSign: boolean;
  /** Whether the current token has expired or will within five seconds (ruling 27). */
  isStale(): boolean;
}

const marginSeconds = 5;
const wallSeconds = (): number => Math.floor(Date.now() / 1_000);

/** The settings that tokens come from. */
export type TokenSettings = Pick<
  TargetSettings,
  'token' | 'tokenFile' | 'tokenCommand' | 'tokenSecret' | 'tokenKeyFile' | 'expiredToken'
>;

/** In place of the configured key, and of the time in seconds since 1970. */
export interface TokenOptions {
  readonly key?: TokenKey | undefined;
  readonly nowSeconds?: () => number;
}

/** The private key of a target's tokens, if one is configured. */
export function tokenKey(target: TokenSettings, redactor: Redactor): TokenKey | undefined {
  if (target.tokenSecret !== undefined) {
    redactor.add(target.tokenSecret, 'token-secret');
    return { secret: target.tokenSecret };
  }
  if (target.tokenKeyFile === undefined) return undefined;
  const text = readNamedFile('TARGET_TOKEN_KEY', target.tokenKeyFile);
  try {
    const jwk = JSON.parse(text) as Extract<TokenKey, { jwk: unknown }>['jwk'];
    for (const member of [jwk.d, jwk.k]) if (typeof member === 'string') redactor.add(member, 'token-key');
    if (jwk.d === undefined && jwk.k === undefined) throw new SyntaxError('no private part');
    return { jwk };
  } catch {
    throw new UsageError([
      'The file in TARGET_TOKEN_KEY is not a private JWK. It must be a JSON object with the member d (or k).',
    ]);
  }
}

/** Reads the token as configured and renews it; every token it returns becomes a secret of the redactor. */
export function createTokenSource(
  target: TokenSettings,
  redactor: Redactor,
  { key = tokenKey(target, redactor), nowSeconds = wallSeconds }: TokenOptions = {},
): TokenSource {
  const accept = (token: string): string => {
    addToken(redactor, token, 'token');
    return token;
  };
  let token = accept(readToken(target));
  let last = token;
  let longExpired: string | undefined;
  const stale = (): boolean => {
    const exp = expiryOf(last);
    return exp !== undefined && exp - nowSeconds() <= marginSeconds;
  };
  const renew = async (): Promise<string> => {
    if (target.token === undefined) return accept(readToken(target));
    if (key === undefined) return token;
    const { claims, header } = readJwt(token);
    return accept(await mint(claims, key, { now: nowSeconds(), header }));
  };
  const current = async (): Promise<string> => {
    if (stale()) {
      last = await renew();
      if (target.token === undefined) token = last;
    }
    return last;
  };
  return {
    current,
    canSign: key !== undefined,
    async fresh(lifetimeSeconds) {
      if (key === undefined || !isJwt(token)) return undefined;
      const { claims, header } = readJwt(token);
      return accept(await mint(claims, key, { now: nowSeconds(), header, lifetimeSeconds }));
    },
    async lenient(leniencies) {
      const accepted = await current();
      if (!isJwt(accepted)) return [];
      const source = { token: accepted, jwt: readJwt(accepted), now: nowSeconds() };
      return lenientCredentials(leniencies, key === undefined ? source : { ...source, key });
    },
    async expired(secondsAgo) {
      if (target.expiredToken !== undefined) {
        addToken(redactor, target.expiredToken, 'expired-token');
        return target.expiredToken;
      }
      if (key === undefined || !isJwt(token)) return undefined;
      // A token that expired long ago can be reused; each new one would be one more secret to search every response for.
      if (secondsAgo === undefined && longExpired !== undefined) return longExpired;
      const now = nowSeconds();
      const { token: minted } = await expiredToken(
        token,
        key,
        now,
        secondsAgo === undefined ? undefined : Math.min(secondsAgo, now),
      );
      addToken(redactor, minted, 'expired-token');
      if (secondsAgo === undefined) longExpired = minted;
      return minted;
    },
    isStale: stale,
  };
}

/** A token and its parts are secret: a response that shows its payload or signature reveals a credential. */
export function addToken(redactor: Redactor, token: string, kind: string): void {
  redactor.add(token, kind);
  const [, payload, signature] = token.split('.');
  if (payload !== undefined && payload.length >= 16) redactor.add(payload, `${kind}-payload`);
  if (signature !== undefined && signature.length >= 16) redactor.add(signature, `${kind}-signature`);
}

export function isJwt(token: string): boolean {
  try {
    readJwt(token);
    return true;
  } catch {
    return false;
  }
}

/** The `exp` claim in seconds since 1970; undefined if there is none or the token is not a JWT. */
export function expiryOf(token: string): number | undefined {
  if (!isJwt(token)) return undefined;
  const { exp } = readJwt(token).claims;
  return typeof exp === 'number' ? exp : undefined;
}

/** The `sub` claim; null if there is none or the token is not a JWT. */
export function subjectOf(token: string): string | null {
  if (!isJwt(token)) return null;
  const { sub } = readJwt(token).claims;
  return typeof sub === 'string' ? sub : null;
}

function readToken(target: TokenSettings): string {
  if (target.token !== undefined) return target.token;
  if (target.tokenFile !== undefined)
    return nonEmpty('TARGET_TOKEN_FILE', readNamedFile('TARGET_TOKEN_FILE', target.tokenFile));
  if (target.tokenCommand !== undefined)
    return nonEmpty('TARGET_TOKEN_COMMAND', runTokenCommand(target.tokenCommand));
  throw new UsageError([
    'No token: set TARGET_TOKEN, TARGET_TOKEN_FILE or TARGET_TOKEN_COMMAND to a valid JWT for the target.',
  ]);
}

function nonEmpty(name: string, text: string): string {
  const token = text.trim();
  if (!/^[!-~]+$/.test(token))
    throw new UsageError([`${name} did not yield a single token. It must yield one JWT and nothing else.`]);
  return token;
}

function runTokenCommand(command: string): string {
  try {
    return execSync(command, {
      encoding: 'utf8',
      timeout: 30_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    throw new UsageError([
      'TARGET_TOKEN_COMMAND failed or took more than 30 seconds. Run it manually to see why.',
    ]);
  }
}
