import { listedUses } from '../engine/client-tokens.ts';
import { jwtIn } from '../generators/jwt.ts';
import { mintedTokenSeconds, shortestTokenSeconds } from '../generators/minted-token.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { Client } from '../wire/clients.ts';
import type { Scheme } from '../wire/credential.ts';
import { ago, expiryProblem, leewaySeconds } from '../wire/credential-problems.ts';
import { type Exchange, headerValue } from '../wire/exchange.ts';
import { expiryOf, type Learned, type TokenSource } from '../wire/token.ts';

/** How often a signed token is tried: a target may reject one request in ten, whatever its credential. */
const tries = 2;

/**
 * Learns what the tokens of a run are made by, and what to say about it.
 * @param isAccepted sends a valid request with a token; undefined if none would show anything
 * @throws UsageError if the configured expired token has not expired by the target's clock.
 */
export async function learnTokens(
  tokens: TokenSource,
  clockAhead: number | null,
  isAccepted: ((token: string) => Promise<boolean>) | undefined,
) {
  const isTried = isAccepted !== undefined && tokens.canSign;
  const learned: Learned = isTried ? await learnToSign(tokens, clockAhead, isAccepted) : { clockAhead };
  const warnings = [
    ...(learned.mintedRefused === true ? [signedInVain] : []),
    ...endsTooSoon(tokens, expiryOf(await tokens.current())),
  ];
  return { ...learned, canExpire: await hasExpiredLongAgo(tokens, clockAhead), warnings };
}

const signedInVain =
  'The target accepts the token, but not the same claims signed with its key, so this run signs no tokens and some requirements are not exercised. Does the target know its tokens by something else? Does it reject tokens that live two minutes? Or does it send no Date while its clock differs? Then synchronize both with NTP.';

/** How much further ahead a clock may be by which tokens that live two minutes are valid, and shorter ones are not; in seconds. */
const furtherAhead = [mintedTokenSeconds / 2, mintedTokenSeconds] as const;

/**
 * Whether the target accepts tokens that are signed with the configured key, as it accepts the configured one. A gateway may
 * send its own `Date`, so the clock of this machine is tried too; the one by which the shortest tokens are valid is kept (ruling 41).
 * If none are, that is a matter of the configuration, and nothing is signed.
 */
async function learnToSign(
  tokens: TokenSource,
  clockAhead: number | null,
  isAccepted: (token: string) => Promise<boolean>,
): Promise<Learned> {
  const isTaken = async (ahead: number | null, seconds: number): Promise<boolean> => {
    tokens.heed({ clockAhead: ahead });
    for (let time = 1; time <= tries; time += 1) {
      const token = await tokens.fresh(seconds);
      if (token === undefined || (await isAccepted(token))) return true;
    }
    return false;
  };
  const told = new Set([clockAhead, clockAhead === null ? null : 0]);
  for (const ahead of told) {
    if (!(await isTaken(ahead, mintedTokenSeconds))) continue;
    const further = furtherAhead.map((seconds) => (ahead ?? 0) + seconds);
    for (const tried of new Set([ahead, ...told, ...further]))
      if (await isTaken(tried, shortestTokenSeconds)) return { clockAhead: tried };
    tokens.heed({ clockAhead: ahead });
    return { clockAhead: ahead };
  }
  const learned = { clockAhead, mintedRefused: true } as const;
  tokens.heed(learned);
  return learned;
}

/**
 * Tries each further token of a file as it will be sent: if the target refused it, its valid requests would look like breaches.
 * @throws UsageError if it does
 */
export async function tryListed(
  tokens: TokenSource,
  listed: number,
  isRefused: (scheme: Scheme, token: string, client: Client | undefined) => Promise<boolean>,
): Promise<void> {
  for (const [index, { client, scheme }] of listedUses.slice(0, Math.max(0, listed - 1)).entries()) {
    if (scheme === 'api-key' && client?.isBrowser === true) continue;
    const place = 1 + index;
    const token = await tokens.listed(place);
    if ((await isRefused(scheme, token, client)) && (await isRefused(scheme, token, client)))
      throw new UsageError([
        `The target rejects token ${place + 1} in TARGET_TOKENS_FILE, and accepts the first. It must be as valid and permit as much. Replace or remove it.`,
      ]);
  }
}

/** Whether there is a token that expired more than five minutes ago by the target's clock. */
async function hasExpiredLongAgo(tokens: TokenSource, clockAhead: number | null): Promise<boolean> {
  const expired = await tokens.expired();
  const jwt = jwtIn(expired ?? '');
  if (jwt === undefined) return false;
  const { exp } = jwt.claims;
  // Clocks that are not known may differ by five minutes.
  if (clockAhead === null) return expiryProblem(exp, tokens.now() - leewaySeconds) === undefined;
  const problem = expiryProblem(exp, tokens.now());
  if (problem !== undefined) throw new UsageError([problem]);
  return true;
}

/** A run takes minutes; a token that ends before is told about in advance. In seconds. */
const shortSeconds = 900;

/** A sentence about a token that may end before the run does, and cannot be renewed. */
function endsTooSoon({ isRenewable, now }: TokenSource, end: number | undefined): string[] {
  const left = end === undefined ? Number.POSITIVE_INFINITY : end - now();
  if (isRenewable || left > shortSeconds || left <= 0) return [];
  return [
    `TARGET_TOKEN expires in ${ago(left)}, which may be before the run ends; everything not tested by then is inconclusive. Use TARGET_TOKEN_COMMAND, TARGET_TOKEN_FILE or TARGET_TOKEN_SECRET to renew it.`,
  ];
}

/** A date that is further away than this, in seconds, is no clock: it comes from a cache, or was never set. */
const noClockSeconds = 86_400;

/** Less is not told from the time that a server takes to say it. */
const noticeableSeconds = 2;

/**
 * How far the clock of a target is ahead of that of this machine, in seconds, from the `Date` of its first answers (ruling
 * 41). A `Date` has whole seconds and was made between the request and the end of its answer, so several of them tell it more
 * exactly than one. 0 if the clocks agree; null if no answer has a usable `Date`.
 */
export function clockAheadIn(exchanges: readonly Exchange[]): number | null {
  const windows = exchanges.flatMap(windowOf).sort(([a], [b]) => a - b);
  if (windows.length === 0) return null;
  const least = Math.max(...windows.map(([from]) => from));
  const most = Math.min(...windows.map(([, to]) => to));
  // Several servers behind one address, or a gateway that answers some requests itself: the clock in the middle.
  const [from, to] = least <= most ? [least, most] : (windows[windows.length >> 1] ?? [0, 0]);
  const ahead = Math.round((from + to) / 2_000);
  return Math.abs(ahead) < noticeableSeconds ? 0 : ahead;
}

/** Between which differences, in milliseconds, a `Date` is right. */
function windowOf({ at, ms, answer }: Exchange): readonly (readonly [from: number, to: number])[] {
  const date = Date.parse(headerValue(answer?.headers ?? [], 'date') ?? '');
  if (at === undefined || Number.isNaN(date) || Math.abs(date - at) > noClockSeconds * 1_000) return [];
  return [[date - at - Math.ceil(ms), date - at + 1_000]];
}
