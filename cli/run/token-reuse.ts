import type { Session } from '../../engine/session.ts';
import { givenShard, isSelected } from '../../settings/selection.ts';
import {
  type Clock,
  expiryChecks,
  liveRuns,
  type UsedToken,
  useToken,
  useTokenAgain,
} from '../../specs/shared/used-token.ts';
import { say } from '../output/say.ts';
import { inOwnSession, type RunParts } from './in-own-session.ts';

/** A token that was used at the beginning of a run. */
export interface TokenReuse {
  /** Uses it again, if it expired more than five minutes ago; `certify` waits for that. */
  end(): Promise<void>;
}

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
  readonly clock?: Clock;
}

const clockOfMachine: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** In `certify` and in a soak, uses a new token on each operation, to use it again after it has expired (ruling 32). */
export async function beginTokenReuse(parts: ReuseParts): Promise<TokenReuse | undefined> {
  const { asked, settings, isTarget, clock = clockOfMachine } = parts;
  const { only, shard, resumed, waitsForExpiry = false } = asked;
  // A quick run cannot be certified.
  const isWanted = (waitsForExpiry && settings.effort !== 'quick') || settings.effort === 'soak';
  const isFirst = (givenShard(shard)?.index ?? 1) === 1;
  const checks = expiryChecks.filter((check) => isSelected(only, check));
  if (!isWanted || !isTarget || resumed === true || !isFirst || checks.length === 0) return undefined;
  const used = await inOwnSession(parts, (session) => useToken(session, checks, liveRuns(session)));
  if (used === undefined) return undefined;
  return {
    async end() {
      const left = used.refusedFrom - clock.now();
      if (left > 0 && !waitsForExpiry) {
        say(
          'The run was too short to use a token again more than five minutes after it expired. A longer soak does, and so does certify.',
        );
        return;
      }
      if (left > 0) {
        say(
          `Waiting ${Math.ceil(left / 1_000)} s: a token of this run is used again more than five minutes after it has expired.`,
        );
        await clock.sleep(left);
      }
      await inOwnSession(parts, (session) => again(session, used));
    },
  };
}

async function again(session: Session, used: UsedToken): Promise<undefined> {
  await useTokenAgain(session, used, liveRuns(session));
  return undefined;
}
