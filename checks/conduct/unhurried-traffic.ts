import { bytesFrom } from '../../generators/seeding.ts';
import { preflightReason } from '../../journal/target-facts.ts';
import type { Check } from '../../session/check.ts';
import { createConductor } from '../../session/create-conductor.ts';
import type { Session } from '../../session/session.ts';

/** About how long it takes, in milliseconds: the operations share it, so that together they send some ten requests a second. */
const durationMs = { quick: 4_000, standard: 15_000 } as const;

/** About how many requests an errand has. */
const requestsOfErrand = 4;

/** No pause is longer than so many mean ones. */
const longestPause = 4;

/**
 * Runs the errands of an operation one after the other, with the pauses of people and of programs that wait for people. A
 * target that recognizes a test by its rate, by its bursts of mistakes, or by its many connections sees none of that.
 */
export async function conductUnhurried(session: Session, check: Check): Promise<void> {
  if (check.errands === undefined) return;
  if (preflightReason(session.facts.operations[check.operation]) !== undefined) return;
  const nothing = (): void => undefined;
  const conductor = createConductor(session, check, {
    onCase: nothing,
    notExercised: nothing,
    giveUp: nothing,
  });
  const errands = await check.errands(conductor);
  const { seed, nonce, effort, operation, clock } = conductor;
  const mean =
    durationMs[effort === 'quick' ? 'quick' : 'standard'] / Math.max(1, errands.length * requestsOfErrand);
  let pauses = 0;
  const pause = (): Promise<void> => {
    pauses += 1;
    return clock.wait(drawnPause(mean, seed, nonce, operation, pauses));
  };
  for (const errand of errands) await errand(pause);
  session.journal.flush();
}

/** Exponentially distributed, as the time between events that do not know of each other. */
function drawnPause(mean: number, ...parts: readonly (string | number)[]): number {
  const drawn = bytesFrom(['pause', ...parts], 4).readUInt32BE(0) / 2 ** 32;
  return Math.round(Math.min(longestPause, -Math.log(1 - drawn)) * mean);
}
