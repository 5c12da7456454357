import type { Check } from '../../session/check.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { bodiesOf, bodyClaimants, fromRawBody } from '../conduct/claimed-faults.ts';
import { bodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';

const stem = 'execute-submission.request';

/** Bodies that must be rejected for how they are written: with the JSON error object even so (ruling 14). */
export const bodyChecks: readonly Check[] = bodyClaimants(stem, 'rejected').map((requirement) => ({
  requirement,
  operation: 'execute-submission',
  version: 1,
  judge: judgeAnswers,
  async conduct(conductor) {
    const faultyOf = (index: number) => {
      const { body, ...known } = bodyAt(conductor, index);
      return bodiesOf(stem, requirement, body).map((raw) => ({ ...fromRawBody(raw), ...known }));
    };
    const rounds = conductor.rounds(faultyOf(0).length);
    const all = Array.from({ length: rounds }, (_, index) => faultyOf(index)).flat();
    await conductRefused(conductor, all);
  },
}));
