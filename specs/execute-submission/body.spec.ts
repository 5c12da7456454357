import type { CheckParts } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import { bodiesOf, fromRawBodies, samplingOf } from '../shared/body-faults.ts';
import { inRounds } from '../shared/cases.ts';
import { openingIdle } from '../shared/idle-connections.ts';
import { fullBodyAt, validExecute } from './bodies.ts';
import { sendRefused } from './refused.ts';

const check = checksOf('execute-submission');
const stem = 'execute-submission.request';

/** Bodies that must be rejected for their encoding or syntax; here too with the JSON error object (ruling 14). */
const malformed: CheckParts = {
  cases: (run) =>
    sendRefused(
      run,
      inRounds(run, (index) => {
        const { body, ...known } = fullBodyAt(run, index);
        const all = bodiesOf(stem, run.requirement.id, body, samplingOf(run, index));
        return fromRawBodies(all).map((each) => ({ ...each, ...known }));
      }),
    ),
};

test(...check('EX-BODY', openingIdle(validExecute, malformed)));
