import { answersWanted, type Run } from '../../engine/check.ts';
import { someByKey } from '../../generators/drawn-order.ts';
import { seedOf } from '../../generators/seeding.ts';

/**
 * The cases of all rounds that the effort allows, with at least `atLeast` whole rounds above quick effort; of further
 * ones, the last is cut to the number of answers that are wanted.
 */
export function inRounds<T>(run: Run, casesOf: (round: number) => readonly T[], atLeast = 1): T[] {
  const first = casesOf(0);
  const rounds = Math.max(run.effort === 'quick' ? 1 : atLeast, run.rounds(first.length));
  const all = [first, ...Array.from({ length: rounds - 1 }, (_, index) => casesOf(index + 1))];
  return (rounds <= atLeast && run.effort !== 'quick' ? all : lastRoundCut(run, all)).flat();
}

/** Rounds of cases, of which the last is cut to the number of answers that are wanted; a few cases at quick effort. */
export function lastRoundCut<T>(run: Run, rounds: readonly (readonly T[])[]): (readonly T[])[] {
  if (run.effort === 'quick') return rounds.map((round) => fewAtQuick(run, round));
  const before = rounds.slice(0, -1);
  return [...before, lastRound(run, rounds.at(-1) ?? [], before.flat().length)];
}

/**
 * What the last of several rounds sends: as many of its cases as are still missing from the answers that are wanted,
 * drawn from seed and nonce, in their order; all of them in a soak. `before` is the number of cases in earlier rounds.
 */
function lastRound<T>(run: Run, cases: readonly T[], before: number): readonly T[] {
  const missing = answersWanted - before;
  if (before === 0 || run.effort === 'soak' || missing >= cases.length) return cases;
  const identity = run.identity('last-round');
  return someByKey(cases, Math.max(0, missing), (index) => seedOf(identity, index));
}

/** How many cases of a list a quick run sends. */
export const casesAtQuick = 4;

/**
 * The cases that the effort allows: at quick effort the first, which is the plainest, and some of the others, drawn from the
 * seed, in their order. All of them otherwise.
 */
export function fewAtQuick<T>(
  { effort, seed, requirement, operation }: Pick<Run, 'effort' | 'seed' | 'requirement' | 'operation'>,
  cases: readonly T[],
  atMost: number = casesAtQuick,
): readonly T[] {
  if (effort !== 'quick' || cases.length <= atMost) return cases;
  return someByKey(cases, atMost, (index) =>
    index === 0 ? Number.NEGATIVE_INFINITY : seedOf('quick', seed, requirement.id, operation, index),
  );
}
