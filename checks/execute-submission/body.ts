import type { Check } from '../../session/check.ts';
import { createCheck, inRounds } from '../conduct/check.ts';
import { bodiesOf, bodyClaimants, extentOf, fromRawBody } from '../conduct/claimed-faults.ts';
import { bodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';

const stem = 'execute-submission.request';

/** Bodies that must be rejected for their encoding or syntax; here too with the JSON error object (ruling 14). */
export const bodyChecks: readonly Check[] = bodyClaimants(stem, 'rejected').map((requirement) =>
  createCheck('execute-submission', requirement, (conductor) =>
    conductRefused(
      conductor,
      inRounds(conductor, (index) => {
        const { body, ...known } = bodyAt(conductor, index);
        return bodiesOf(stem, requirement, body, extentOf(conductor, index)).map((raw) => ({
          ...fromRawBody(raw),
          ...known,
        }));
      }),
    ),
  ),
);
