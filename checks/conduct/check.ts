import type { Operation } from '../../requirements/requirement.ts';
import type { Check, Judge } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { lastRoundCut } from './last-round.ts';

/** Creates a check of one requirement on one operation. By default, each answer is judged on its own. */
export function createCheck(
  operation: Operation,
  requirement: string,
  conduct: Check['conduct'],
  judge: Judge = judgeAnswers,
): Check {
  return { requirement, operation, version: 1, judge, conduct };
}

/**
 * The cases of all rounds that the effort allows, with at least `atLeast` whole rounds above quick effort; of further
 * ones, the last is cut to the number of answers that are wanted.
 */
export function inRounds<T>(
  conductor: Conductor,
  casesOf: (round: number) => readonly T[],
  atLeast = 1,
): T[] {
  const first = casesOf(0);
  const rounds = Math.max(conductor.effort === 'quick' ? 1 : atLeast, conductor.rounds(first.length));
  const all = [first, ...Array.from({ length: rounds - 1 }, (_, index) => casesOf(index + 1))];
  return (rounds <= atLeast && conductor.effort !== 'quick' ? all : lastRoundCut(conductor, all)).flat();
}
