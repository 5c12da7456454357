import type { Operation } from '../../requirements/requirement.ts';
import type { Check, Judge } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';

/** A check of one requirement on one operation; each answer is judged by itself unless another judge is given. */
export function createCheck(
  operation: Operation,
  requirement: string,
  conduct: Check['conduct'],
  judge: Judge = judgeAnswers,
): Check {
  return { requirement, operation, version: 1, judge, conduct };
}

/** The cases of as many rounds as the effort wants, above quick at least so many; `casesOf` gives those of one round. */
export function inRounds<T>(
  conductor: Conductor,
  casesOf: (round: number) => readonly T[],
  atLeast = 1,
): T[] {
  const first = casesOf(0);
  const rounds = Math.max(conductor.effort === 'quick' ? 1 : atLeast, conductor.rounds(first.length));
  return [first, ...Array.from({ length: rounds - 1 }, (_, index) => casesOf(index + 1))].flat();
}
