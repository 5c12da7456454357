import { someByKey } from '../../generators/drawn-order.ts';
import { seedOf } from '../../generators/seeding.ts';
import { answersWanted, type Conductor } from '../../session/conductor.ts';
import { fewAtQuick } from './few-at-quick.ts';

/** Rounds of cases, of which the last is cut to the number of answers that are wanted; a few cases at quick effort. */
export function lastRoundCut<T>(conductor: Conductor, rounds: readonly (readonly T[])[]): (readonly T[])[] {
  if (conductor.effort === 'quick') return rounds.map((round) => fewAtQuick(conductor, round));
  const before = rounds.slice(0, -1);
  return [...before, lastRound(conductor, rounds.at(-1) ?? [], before.flat().length)];
}

/**
 * What the last of several rounds sends: as many of its cases as are still missing from the answers that are wanted,
 * drawn from seed and nonce, in their order; all of them in a soak. `before` is the number of cases in earlier rounds.
 */
function lastRound<T>(conductor: Conductor, cases: readonly T[], before: number): readonly T[] {
  const missing = answersWanted - before;
  if (before === 0 || conductor.effort === 'soak' || missing >= cases.length) return cases;
  const identity = conductor.identity('last-round');
  return someByKey(cases, Math.max(0, missing), (index) => seedOf(identity, index));
}
