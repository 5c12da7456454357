import { malformedBodies } from '../../generators/malformed-json.ts';
import type { Check } from '../../session/check.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { fromRawBody } from '../conduct/from-violation.ts';
import { bodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';

/** Bodies that are not exactly one JSON object: refused, with the JSON error object even so (ruling 14). */
export const bodyChecks: readonly Check[] = [
  {
    requirement: 'EX-BODY',
    operation: 'execute-submission',
    version: 1,
    judge: judgeAnswers,
    async conduct(conductor) {
      const faultyOf = (index: number) => {
        const { body, ...known } = bodyAt(conductor, index);
        return malformedBodies(jsonBytes(body))
          .filter(({ verdict }) => verdict === 'refuse')
          .map((raw) => ({ ...fromRawBody(raw), ...known }));
      };
      const rounds = conductor.rounds(faultyOf(0).length);
      const all = Array.from({ length: rounds }, (_, index) => faultyOf(index)).flat();
      await conductRefused(conductor, all);
    },
  },
];
