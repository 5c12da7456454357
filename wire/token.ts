import type { JWTPayload } from 'jose';
import { jwtIn } from '../generators/jwt.ts';
import type { Leniency } from '../generators/leniencies/leniency.ts';
import { type LenientCredential, lenientCredentials } from '../generators/leniencies/lenient-credentials.ts';
import { expiredToken, mint } from '../generators/minted-token.ts';
import type { TokenKey } from '../generators/token-signer.ts';
import { UsageError } from '../settings/usage-error.ts';
import { listedTokens, obtainToken, settingOf, type TokenSettings, tokenKey } from './configured-token.ts';
import type { HeaderPair } from './exchange.ts';
import type { Redactor } from './redact.ts';
import { endIn, endMarginMs } from './token-end.ts';

/** A valid token for the target, renewed before it expires if the configuration allows. Times are those of the target's clock. */
export interface TokenSource {
  /** Renewed in time, once for all who wait; the last one there is if that is not possible. */
  current(): Promise<string>;
  /** The same of another token in TARGET_TOKENS_FILE. */
  listed(place: number): Promise<string>;
  /** Whether the last token, or a listed one, has expired or will within five seconds (ruling 27), and no newer one could be had. */
  hasEnded(place?: number): boolean;
  /** A token that expired this long ago: the configured one, or one made with the key; undefined if there is neither. */
  expired(secondsAgo?: number): Promise<string | undefined>;
  /** Another valid token with the same claims and this lifetime; undefined if no key is configured. */
  fresh(lifetimeSeconds: number, more?: JWTPayload): Promise<string | undefined>;
  /** Makes a token secret that another source of the run has made. */
  keepSecret(token: string): void;
  /** The token that was returned last. */
  last(): string;
  /** The credentials that these leniencies make of the last token; none if it is not a JWT. */
  lenient(leniencies: readonly Leniency[]): readonly LenientCredential[];
  /** Which expired tokens there are: one that was configured, or one of any age, made with the key. */
  readonly expires: 'configured' | 'at-any-age' | undefined;
  /** Whether tokens can be signed with a key that the target is not known to reject. */
  readonly canSign: boolean;
  /** Whether there can be a newer token than the configured one. */
  readonly isRenewable: boolean;
  /** The time by the target's clock, in seconds since 1970. */
  now(): number;
  /** What was learned of the target: how far its clock is ahead, in seconds, and whether it rejects what the key signs. */
  heed(learned: Learned): void;
  /** Where the token comes from. */
  readonly setting: ReturnType<typeof settingOf>;
  /** When the token in these headers expires, in milliseconds since 1970 by the clock of this machine. */
  endOf(headers: readonly HeaderPair[]): number | undefined;
}

const marginSeconds = endMarginMs / 1_000;

/** A token is renewed when less than this part of its life is left, or so many seconds. */
const renewedIn = { lastPart: 0.25, lastSeconds: 60 };

/** Where there was no newer token, how long to wait before asking again, in seconds, and how often to do so close to its end. */
const again = { afterSeconds: 5, whenEndingAfterMs: 1_000, whenEnding: 10 };

const wallSeconds = (): number => Math.floor(Date.now() / 1_000);

/** What the preflight learns about tokens; names as in its facts. */
export interface Learned {
  readonly clockAhead?: number | null;
  readonly mintedRefused?: true;
}

/** In place of the configured key and tokens, and of the time in seconds since 1970. */
export interface TokenOptions {
  readonly key?: TokenKey;
  readonly obtain?: (place: number) => Promise<string>;
  readonly nowSeconds?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Reads the token as configured and renews it; every token it returns becomes a secret of the redactor. */
export function createTokenSource(
  target: TokenSettings,
  redactor: Redactor,
  {
    key: configured = tokenKey(target, redactor),
    obtain = obtainFrom(target, redactor),
    nowSeconds = wallSeconds,
    wait = sleep,
  }: TokenOptions = {},
): TokenSource {
  let ahead = 0;
  let key = configured;
  const now = (): number => nowSeconds() + ahead;
  const by = { key: () => key, now, wait, obtain };
  const held = heldToken(target, redactor, by);
  const listed = new Map<number, ReturnType<typeof heldToken>>([[0, held]]);
  let longExpired: string | undefined;
  return {
    current: async () => (await held()).token,
    async listed(place) {
      const own = listed.get(place) ?? heldToken(target, redactor, by, place);
      listed.set(place, own);
      // One that the file lacks has ended, too.
      return (await own().catch(() => held.last())).token;
    },
    hasEnded: (place = 0) => (listed.get(place) ?? held).left() <= marginSeconds,
    get canSign() {
      return key !== undefined;
    },
    get isRenewable() {
      return isRenewable(target, key);
    },
    now,
    heed({ clockAhead, mintedRefused }) {
      ahead = clockAhead ?? 0;
      if (mintedRefused === true) key = undefined;
    },
    setting: settingOf(target),
    endOf(headers) {
      const end = endIn(headers);
      return end === undefined ? undefined : Math.round((end - ahead) * 1_000);
    },
    async fresh(lifetimeSeconds, more = {}) {
      const jwt = jwtIn((await held()).own);
      if (key === undefined || jwt === undefined) return undefined;
      const { claims, header } = jwt;
      const made = await mint({ ...claims, ...more }, key, { now: now(), header, lifetimeSeconds });
      addToken(redactor, made, 'token');
      return made;
    },
    keepSecret: (token) => addToken(redactor, token, 'token'),
    last: () => held.last().token,
    get expires() {
      if (target.expiredToken !== undefined) return 'configured';
      return key !== undefined && jwtIn(held.last().own) !== undefined ? 'at-any-age' : undefined;
    },
    lenient(leniencies) {
      const { token } = held.last();
      const jwt = jwtIn(token);
      return jwt === undefined ? [] : lenientCredentials(leniencies, { token, jwt, now: now(), key });
    },
    async expired(secondsAgo) {
      if (target.expiredToken !== undefined) {
        addToken(redactor, target.expiredToken, 'expired-token');
        return target.expiredToken;
      }
      const { own } = await held();
      if (key === undefined || jwtIn(own) === undefined) return undefined;
      // A token that expired long ago can be reused; each new one would be one more secret to search every response for.
      if (secondsAgo === undefined && longExpired !== undefined) return longExpired;
      const ago = secondsAgo === undefined ? undefined : Math.min(secondsAgo, now());
      const minted = await expiredToken(own, key, now(), ago);
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

/** Reads tokens as configured; all that a file lists are secrets, whoever sends them. */
function obtainFrom(target: TokenSettings, redactor: Redactor): (place: number) => Promise<string> {
  const read = (): readonly string[] => {
    const tokens = target.tokensFile === undefined ? [] : listedTokens(target.tokensFile);
    for (const token of tokens) addToken(redactor, token, 'token');
    return tokens;
  };
  read();
  return async (place) => {
    const { [place]: token = place === 0 ? await obtainToken(target) : undefined } = read();
    if (token !== undefined) return token;
    throw new UsageError(['TARGET_TOKENS_FILE has fewer tokens than before.']);
  };
}

/**
 * Holds the token, and renews it ahead of its end; `left` is how many seconds it lives.
 * @param by the key that signs tokens, the time by the target's clock, how to wait, and how to obtain a token
 * @param place that of a listed token; 0 is the token of the run
 */
function heldToken(
  target: TokenSettings,
  redactor: Redactor,
  by: Required<Pick<TokenOptions, 'obtain' | 'wait'>> & {
    key: () => TokenKey | undefined;
    now: () => number;
  },
  place = 0,
): { (): Promise<Held>; left(): number; last(): Held } {
  const { key, now, wait, obtain } = by;
  let held: Held | undefined;
  let aheadSeconds = 0;
  let renewing: Promise<void> | undefined;
  let nextTry = Number.NEGATIVE_INFINITY;
  const left = (): number =>
    held === undefined ? 0 : (expiryOf(held.token) ?? Number.POSITIVE_INFINITY) - now();
  const take = (token: string, own = token): Held => {
    addToken(redactor, token, 'token');
    held = { token, own };
    aheadSeconds = Math.min(renewedIn.lastSeconds, left() * renewedIn.lastPart);
    return held;
  };
  const given = target.obtainedToken ?? target.token;
  if (given !== undefined && place === 0) take(given);
  const renew = async ({ token, own }: Held): Promise<void> => {
    if (target.token === undefined || place > 0) {
      // A command or a file that fails once may give a token later, and what the run has found must not be lost.
      const newer = await obtain(place).catch(() => token);
      if (newer !== token) take(newer);
      return;
    }
    const [signer, jwt] = [key(), jwtIn(own)];
    if (signer === undefined || jwt === undefined) return;
    take(await mint(jwt.claims, signer, { now: now(), header: jwt.header }), own);
  };
  const renewInTime = async (before: Held): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      await renew(before);
      if (held !== before) return;
      nextTry = now() + again.afterSeconds;
      // Many a command gives the same token until its last second.
      if (Math.abs(left()) > marginSeconds || tries === again.whenEnding || !isRenewable(target, key()))
        return;
      await wait(again.whenEndingAfterMs);
    }
  };
  const current = async (): Promise<Held> => {
    first ??= held === undefined ? obtain(place) : Promise.resolve(held.token);
    const known = held ?? take(await first);
    const seconds = left();
    // At its end, there may be a newer one at any moment.
    const isResting = now() < nextTry && Math.abs(seconds) > marginSeconds;
    if (seconds > Math.max(aheadSeconds, marginSeconds) || (renewing === undefined && isResting))
      return known;
    renewing ??= renewInTime(known).finally(() => {
      renewing = undefined;
    });
    if (seconds <= marginSeconds) await renewing;
    return held ?? known;
  };
  let first: Promise<string> | undefined;
  const last = (): Held => {
    if (held === undefined) throw new Error('No token has been obtained yet.');
    return held;
  };
  return Object.assign(current, { left, last });
}

/** Whether there can be a newer token than the configured one. */
function isRenewable(target: TokenSettings, key: TokenKey | undefined): boolean {
  return target.token === undefined || key !== undefined;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A token and its parts are secret: a response that shows its payload or signature reveals a credential. */
export function addToken(redactor: Redactor, token: string, kind: string): void {
  redactor.add(token, kind);
  // With white space around a part, the space behind `Bearer` would belong to it in other requests.
  const [, payload, signature] = token.split('.').map((part) => part.trim());
  if (payload !== undefined && payload.length >= 16) redactor.add(payload, `${kind}-payload`);
  if (signature !== undefined && signature.length >= 16) redactor.add(signature, `${kind}-signature`);
}

/** The `exp` claim in seconds since 1970; undefined if there is none or the token is not a JWT. */
export function expiryOf(token: string): number | undefined {
  const exp = jwtIn(token)?.claims.exp;
  return typeof exp === 'number' ? exp : undefined;
}

/** The `sub` claim; null if there is none or the token is not a JWT. */
export function subjectOf(token: string): string | null {
  const sub = jwtIn(token)?.claims.sub;
  return typeof sub === 'string' ? sub : null;
}
