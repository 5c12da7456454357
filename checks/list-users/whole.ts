import type { Judge } from '../../session/check.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import type { BatchRequest } from '../conduct/batch.ts';
import { mixedTrafficCheck } from '../conduct/mixed-traffic.ts';
import { conductListingsBehind } from './after-refusals.ts';
import { judgeChains } from './judge-chains.ts';
import { readAllPages } from './reading.ts';
import { validList } from './valid.ts';

/** Plain listings among requests that must be rejected. */
function mixture(): BatchRequest[] {
  return Array.from({ length: 20 }, () => ({
    draft: { kind: 'no-parameters', context: ['mixed-traffic'], as: 'LU-SUCCESS' },
    request: {},
    needsControl: false,
  }));
}

/** The case of listings is judged by its chains, the others by their answers. */
const judgeListings: Judge = (record, context) =>
  (record.attempts.some(({ role }) => role === 'page') ? judgeChains : judgeAnswers)(record, context);

export const wholeChecks = [
  mixedTrafficCheck('list-users', validList, mixture, {
    judge: judgeListings,
    others: readAllPages,
    conduct: (conductor, when) => (when === 'before' ? conductListingsBehind(conductor) : Promise.resolve()),
  }),
];
