import type { Case, Steps } from '../../engine/check.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import type { Judge } from '../../judges/judge.ts';
import { judgeChains } from '../../judges/list-users/judge-chains.ts';
import type { Traffic } from '../shared/scenarios.ts';
import { readAllPages } from './reading.ts';
import { validList } from './valid.ts';

/** Plain listings among requests that must be rejected. */
function* mixture(): Steps<Case[]> {
  return Array.from({ length: 20 }, () => ({
    kind: 'no-parameters',
    context: ['mixed-traffic'],
    as: 'LU-SUCCESS',
  }));
}

/** The case of listings is judged by its chains, the others by their answers. */
const judgeListings: Judge = (record, context) =>
  (record.attempts.some(({ role }) => role === 'page') ? judgeChains : judgeAnswers)(record, context);

export const listTraffic: Traffic = {
  valid: validList,
  mixture,
  others: readAllPages,
  judge: judgeListings,
};
