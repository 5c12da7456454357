import { rounds } from '../judges/answers/final-attempts.ts';
import type { Bounds } from '../wire/bounds.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isSlow, isTurnedAway, isUnanswered } from '../wire/retry.ts';
import { type CaseLog, type CaseParts, ordinalOf, type PlannedRequest } from './sent-request.ts';
import { sendUnlessShutOut } from './shut-out.ts';

/** How often to wait for a target that turns valid requests away too, in addition to the attempts of the request. */
const waitsAtMost = 8;

/** The first of these waits, in milliseconds; each is twice as long, up to that for a Retry-After. */
const firstWaitMs = 250;

/**
 * Determines whether only this input is unanswered or the whole operation: sends a valid request before and after a
 * further attempt (ruling 26), and waits for a busy target within limits.
 * @returns the response to a further attempt, or the failing exchange
 */
export async function confirmFailure(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest,
  failed: Exchange,
): Promise<Exchange> {
  const { health, operation, wire, bounds, clock } = parts;
  const repeats = planned.repeats ?? ordinalOf(log, failed);
  const again = { ...planned, repeats, bounds: { ...bounds, retries: 1 } };
  const mayBeBusy = isTurnedAway(failed);
  for (let wait = 1; ; wait += 1) {
    const { answered, cause } = await compareWithControls(parts, log, again, failed);
    health.lookedInto(operation, cause === 'input');
    const isSilent = cause === 'target' && answered === undefined;
    if (!isSilent) health.answered(operation);
    if (answered !== undefined) return answered;
    // It may also be starting again, by itself or behind something that answers in its place.
    const isInTime = wait <= waitsAtMost || health.isAsked(operation);
    const waits = mayBeBusy && cause !== 'input' && isInTime && health.isWaitedFor(operation);
    if (isSilent && !waits) health.gaveNothing(operation);
    if (!waits || health.givenUp(operation) !== undefined) return failed;
    const pause = Math.min(bounds.retryAfterMs, firstWaitMs * 2 ** (wait - 1));
    wire.pause(pause);
    await clock.wait(pause);
    health.waitedFor(operation, pause);
  }
}

/** Returns the response to a further attempt, if there was one, and the cause: `input` means that only the failing request fails. */
async function compareWithControls(
  parts: CaseParts,
  log: CaseLog,
  planned: PlannedRequest & { readonly bounds: Bounds },
  failed: Exchange,
): Promise<{ readonly answered?: Exchange; readonly cause: 'target' | 'input' | 'unclear' }> {
  const { health, operation, wire, clock } = parts;
  const fresh = { bounds: planned.bounds, connection: 'fresh', isUrgent: true } as const;
  const control = async (): Promise<Exchange> => {
    const exchange = await sendUnlessShutOut(parts, log, {
      ...fresh,
      purpose: 'control',
      request: parts.plain(),
    });
    if (isTurnedAway(exchange)) {
      health.metBusy(operation);
      wire.pause(0);
    }
    return exchange;
  };
  let before = await control();
  for (let round = 1; ; round += 1) {
    const isBusy = isTurnedAway(failed) && health.isBusy(operation);
    if (isBusy) await clock.wait(Math.min(rounds.pauses.most, rounds.pauses.first * 2 ** (round - 1)));
    const isPatient = failed.failure?.kind === 'timeout' && health.hasPatience(operation);
    const again = await sendUnlessShutOut(parts, log, { ...planned, ...fresh, isPatient, purpose: 'repeat' });
    if (isPatient && again.failure?.kind === 'timeout') health.waitedInVain(operation);
    const after = await control();
    const cause = isUnanswered(before) && isUnanswered(after) ? 'target' : 'unclear';
    if (!isUnanswered(again)) return { answered: again, cause };
    if (isUnanswered(before) || isUnanswered(after)) return { cause };
    // An overloaded target may reject only this request by chance, so take several rounds. Of what used up the whole time twice, one
    // is enough; if it ended in another way the second time, a restart may have ended it.
    const isSlowAgain = isSlow(failed) && isSlow(again);
    if (isSlowAgain || round >= (isBusy ? rounds.ifBusy : rounds.usual)) return { cause: 'input' };
    before = after;
  }
}
