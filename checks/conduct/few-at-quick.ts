import { someByKey } from '../../generators/drawn-order.ts';
import { seedOf } from '../../generators/seeding.ts';
import type { Conductor } from '../../session/conductor.ts';

/** How many cases of a list a quick run sends. */
export const casesAtQuick = 4;

/**
 * The cases that the effort allows: at quick effort the first, which is the plainest, and some of the others, drawn from the
 * seed, in their order. All of them otherwise.
 */
export function fewAtQuick<T>(
  { effort, seed, requirement, operation }: Pick<Conductor, 'effort' | 'seed' | 'requirement' | 'operation'>,
  cases: readonly T[],
  atMost: number = casesAtQuick,
): readonly T[] {
  if (effort !== 'quick' || cases.length <= atMost) return cases;
  return someByKey(cases, atMost, (index) =>
    index === 0 ? Number.NEGATIVE_INFINITY : seedOf('quick', seed, requirement.id, operation, index),
  );
}
