import { type Clock, wallClock } from '../../engine/clock.ts';
import type { Session } from '../../engine/session.ts';
import { givenShard, isSelected } from '../../settings/selection.ts';
import {
  expiryChecks,
  liveRuns,
  roundsOf,
  type UsedToken,
  useBetween,
  useToken,
  useTokenAgain,
} from '../../specs/shared/used-token.ts';
import { say } from '../output/say.ts';
import { inOwnSession, type RunParts } from './in-own-session.ts';

/** A run, and where its requests go. */
export interface ReuseParts extends RunParts {
  readonly asked: {
    readonly only?: string;
    readonly shard?: string;
    readonly resumed?: boolean;
    readonly waitsForExpiry?: boolean;
  };
  /** Not the embedded reference server: nobody waits for that. */
  readonly isTarget: boolean;
  /** Tests wait otherwise. */
  readonly wait?: Clock['wait'];
}

/**
 * In `certify` and in a soak, has each operation be the first behind a pause (ruling 39), and a token used again after it has expired
 * (ruling 32). A soak, which does not wait, uses its token from the beginning on.
 * @returns what a run does behind its checks: it lets the target rest, and sends requests behind each rest; uses a token again and again
 *   until its end, if the run waits for that, and once more when it expired more than five minutes ago
 */
export async function beginTokenReuse(parts: ReuseParts): Promise<(() => Promise<void>) | undefined> {
  const { asked, settings, isTarget, wait = wallClock.wait } = parts;
  const { only, shard, resumed, waitsForExpiry = false } = asked;
  // A quick run cannot be certified.
  const isWanted = (waitsForExpiry && settings.effort !== 'quick') || settings.effort === 'soak';
  const isFirst = (givenShard(shard)?.index ?? 1) === 1;
  const checks = expiryChecks.filter((check) => isSelected(only, check));
  if (!isWanted || !isTarget || resumed === true || !isFirst || checks.length === 0) return undefined;
  const early = waitsForExpiry
    ? undefined
    : await inOwnSession(parts, (session) => useToken(session, checks, liveRuns(session)));
  return () =>
    inOwnSession(parts, async (session) => {
      const runOf = liveRuns(session);
      const used = waitsForExpiry ? await useToken(session, checks, runOf) : early;
      const between = { checks, used: waitsForExpiry ? used : undefined, runOf };
      const left = (used?.refusedFrom ?? 0) - Date.now();
      say(waitsForExpiry && left > 0 ? waitingForExpiry(left) : waitingForRests);
      for (const round of roundsOf(between.used)) {
        await wait(round.seconds * 1_000);
        await useBetween(session, round, between);
      }
      if (used !== undefined) await useAfterEnd(session, used, { wait, waitsForExpiry });
    });
}

function waitingForExpiry(ms: number): string {
  return `Waiting ${Math.ceil(ms / 1_000)} s: a token of this run is used again more than five minutes after it has expired.`;
}

const waitingForRests = 'Waiting 35 s: each operation is requested after pauses of 5 and 30 s.';

async function useAfterEnd(
  session: Session,
  used: UsedToken,
  { wait, waitsForExpiry }: { readonly wait: Clock['wait']; readonly waitsForExpiry: boolean },
): Promise<void> {
  const left = used.refusedFrom - Date.now();
  if (left > 0 && !waitsForExpiry) {
    say(
      'The run was too short to use a token again more than five minutes after it expired. A longer soak does, and so does certify.',
    );
    return;
  }
  if (left > 0) await wait(left);
  await useTokenAgain(session, used, liveRuns(session));
}
