import type { Operation } from '../../requirements/requirement.ts';
import type { Check, Judge } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';

/** Creates a check of one requirement on one operation. By default, each answer is judged on its own. */
export function createCheck(
  operation: Operation,
  requirement: string,
  conduct: Check['conduct'],
  judge: Judge = judgeAnswers,
): Check {
  return { requirement, operation, version: 1, judge, conduct };
}

/** The cases of all rounds that the effort allows, with at least `atLeast` rounds above quick effort. */
export function inRounds<T>(
  conductor: Conductor,
  casesOf: (round: number) => readonly T[],
  atLeast = 1,
): T[] {
  const first = casesOf(0);
  const rounds = Math.max(conductor.effort === 'quick' ? 1 : atLeast, conductor.rounds(first.length));
  return [first, ...Array.from({ length: rounds - 1 }, (_, index) => casesOf(index + 1))].flat();
}
