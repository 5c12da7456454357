import { exec } from 'node:child_process';
import { readJwt } from '../generators/jwt.ts';
import type { Leniency } from '../generators/leniencies/leniency.ts';
import { type LenientCredential, lenientCredentials } from '../generators/leniencies/lenient-credentials.ts';
import { expiredToken, mint } from '../generators/minted-token.ts';
import type { TokenKey } from '../generators/token-signer.ts';
import { readNamedFile } from '../settings/read-file.ts';
import type { TargetSettings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { HeaderPair } from './exchange.ts';
import type { Redactor } from './redact.ts';
import { endIn, endMarginMs } from './token-end.ts';

/** A valid token for the target, renewed before it expires if the configuration allows. Times are those of the target's clock. */
export interface TokenSource {
  /** Renewed in time, once for all who wait; the last one there is if that is not possible. */
  current(): Promise<string>;
  /** Whether the last token has expired or will within five seconds (ruling 27), and no newer one could be had. */
  hasEnded(): boolean;
  /** A token that expired this long ago: the configured one, or one made with the key; undefined if there is neither. */
  expired(secondsAgo?: number): Promise<string | undefined>;
  /** Another valid token with the same claims and this lifetime; undefined if no key is configured. */
  fresh(lifetimeSeconds: number): Promise<string | undefined>;
  /** The credentials that these leniencies make of the current token; none if it is not a JWT. */
  lenient(leniencies: readonly Leniency[]): Promise<readonly LenientCredential[]>;
  /** Whether tokens can be signed with the target's key. */
  readonly canSign: boolean;
  /** Where the token comes from. */
  readonly setting: TokenSetting;
  /** When the token in these headers expires, in milliseconds since 1970 by the clock of this machine. */
  endOf(headers: readonly HeaderPair[]): number | undefined;
}

const marginSeconds = endMarginMs / 1_000;

/** A token is renewed when less than this part of its life is left, or so many seconds. */
const renewedIn = { lastPart: 0.25, lastSeconds: 60 };

/** Where there was no newer token, how long to wait before asking again, in seconds, and how often to do so close to its end. */
const again = { afterSeconds: 5, whenEndingAfterMs: 1_000, whenEnding: 10 };

const wallSeconds = (): number => Math.floor(Date.now() / 1_000);

/** The settings that tokens come from. */
export type TokenSettings = Pick<
  TargetSettings,
  'token' | 'tokenFile' | 'tokenCommand' | 'tokenSecret' | 'tokenKeyFile' | 'expiredToken' | 'obtainedToken'
>;

/** The setting that a token comes from. */
export type TokenSetting = 'TARGET_TOKEN' | 'TARGET_TOKEN_FILE' | 'TARGET_TOKEN_COMMAND';

/** In place of the configured key, and of the time in seconds since 1970. */
export interface TokenOptions {
  readonly key?: TokenKey | undefined;
  readonly nowSeconds?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
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
  { key = tokenKey(target, redactor), nowSeconds = wallSeconds, wait = sleep }: TokenOptions = {},
): TokenSource {
  const held = heldToken(target, redactor, { key, nowSeconds, wait });
  let longExpired: string | undefined;
  return {
    current: async () => (await held()).token,
    hasEnded: () => held.left() <= marginSeconds,
    canSign: key !== undefined,
    setting: settingOf(target),
    endOf(headers) {
      const end = endIn(headers);
      return end === undefined ? undefined : Math.round(end * 1_000);
    },
    async fresh(lifetimeSeconds) {
      const { own } = await held();
      if (key === undefined || !isJwt(own)) return undefined;
      const { claims, header } = readJwt(own);
      const made = await mint(claims, key, { now: nowSeconds(), header, lifetimeSeconds });
      addToken(redactor, made, 'token');
      return made;
    },
    async lenient(leniencies) {
      const { token } = await held();
      if (!isJwt(token)) return [];
      const source = { token, jwt: readJwt(token), now: nowSeconds() };
      return lenientCredentials(leniencies, key === undefined ? source : { ...source, key });
    },
    async expired(secondsAgo) {
      if (target.expiredToken !== undefined) {
        addToken(redactor, target.expiredToken, 'expired-token');
        return target.expiredToken;
      }
      const { own } = await held();
      if (key === undefined || !isJwt(own)) return undefined;
      // A token that expired long ago can be reused; each new one would be one more secret to search every response for.
      if (secondsAgo === undefined && longExpired !== undefined) return longExpired;
      const now = nowSeconds();
      const ago = secondsAgo === undefined ? undefined : Math.min(secondsAgo, now);
      const { token: minted } = await expiredToken(own, key, now, ago);
      addToken(redactor, minted, 'expired-token');
      if (secondsAgo === undefined) longExpired = minted;
      return minted;
    },
  };
}

/** The token to send, and the one that was configured, or came last from a file or a command. */
interface Held {
  readonly token: string;
  readonly own: string;
}

/** Holds the token, and renews it ahead of its end; `left` is how many seconds it lives. */
function heldToken(
  target: TokenSettings,
  redactor: Redactor,
  { key, nowSeconds, wait }: Required<TokenOptions>,
): { (): Promise<Held>; left(): number } {
  let held: Held | undefined;
  let aheadSeconds = 0;
  let renewing: Promise<void> | undefined;
  let nextTry = Number.NEGATIVE_INFINITY;
  const left = (): number => (expiryOf(held?.token ?? '') ?? Number.POSITIVE_INFINITY) - nowSeconds();
  const take = (token: string, own = token): Held => {
    addToken(redactor, token, 'token');
    held = { token, own };
    aheadSeconds = Math.min(renewedIn.lastSeconds, left() * renewedIn.lastPart);
    return held;
  };
  const given = target.obtainedToken ?? target.token;
  if (given !== undefined) take(given);
  const renew = async ({ token, own }: Held): Promise<void> => {
    if (target.token === undefined) {
      // A command or a file that fails once may give a token later, and what the run has found must not be lost.
      const newer = await obtainToken(target).catch(() => token);
      if (newer !== token) take(newer);
    } else if (key !== undefined && isJwt(own)) {
      const { claims, header } = readJwt(own);
      take(await mint(claims, key, { now: nowSeconds(), header }), own);
    }
  };
  const renewInTime = async (before: Held): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      await renew(before);
      if (held !== before) return;
      nextTry = nowSeconds() + again.afterSeconds;
      // Many a command gives the same token until its last second.
      if (Math.abs(left()) > marginSeconds || tries === again.whenEnding || !isRenewable(target, key)) return;
      await wait(again.whenEndingAfterMs);
    }
  };
  const current = async (): Promise<Held> => {
    first ??= held === undefined ? obtainToken(target) : Promise.resolve(held.token);
    const known = held ?? take(await first);
    const seconds = left();
    if (seconds > Math.max(aheadSeconds, marginSeconds) || (renewing === undefined && nowSeconds() < nextTry))
      return known;
    renewing ??= renewInTime(known).finally(() => {
      renewing = undefined;
    });
    if (seconds <= marginSeconds) await renewing;
    return held ?? known;
  };
  let first: Promise<string> | undefined;
  return Object.assign(current, { left });
}

/** Whether there can be a newer token than the configured one. */
export function isRenewable(target: TokenSettings, key: TokenKey | undefined): boolean {
  return target.token === undefined || key !== undefined;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
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

/** The setting that the token of a target comes from. */
function settingOf({ token, tokenFile }: TokenSettings): TokenSetting {
  if (token !== undefined) return 'TARGET_TOKEN';
  return tokenFile !== undefined ? 'TARGET_TOKEN_FILE' : 'TARGET_TOKEN_COMMAND';
}

/**
 * Reads the token, its file, or what its command prints.
 * @throws UsageError if that gives no token.
 */
export async function obtainToken(target: TokenSettings): Promise<string> {
  const { token, tokenFile, tokenCommand } = target;
  if (token !== undefined) return token;
  if (tokenFile !== undefined)
    return nonEmpty('TARGET_TOKEN_FILE', readNamedFile('TARGET_TOKEN_FILE', tokenFile));
  if (tokenCommand !== undefined)
    return nonEmpty('TARGET_TOKEN_COMMAND', await runTokenCommand(tokenCommand));
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

/** Other requests go on meanwhile. */
function runTokenCommand(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = exec(command, { encoding: 'utf8', timeout: 30_000 }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else
        reject(
          new UsageError([
            'TARGET_TOKEN_COMMAND failed or took more than 30 seconds. Run it manually to see why.',
          ]),
        );
    });
    child.stdin?.end();
  });
}
