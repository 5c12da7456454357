import { checksOf, test } from '../../engine/spec.ts';
import { bodiesOf, fromRawBody, samplingOf } from '../shared/body-faults.ts';
import { openingIdle } from '../shared/idle-connections.ts';
import { inRounds } from '../shared/rounds.ts';
import { fullBodyAt } from './bodies.ts';
import { conductRefused } from './refused.ts';
import { validExecute } from './valid.ts';

const check = checksOf('execute-submission');
const stem = 'execute-submission.request';

// Bodies that must be rejected for their encoding or syntax; here too with the JSON error object (ruling 14).
test(
  ...check(
    'EX-BODY',
    openingIdle(validExecute, {
      cases: (run) =>
        conductRefused(
          run,
          inRounds(run, (index) => {
            const { body, ...known } = fullBodyAt(run, index);
            return bodiesOf(stem, run.requirement.id, body, samplingOf(run, index)).map((raw) => ({
              ...fromRawBody(raw),
              ...known,
            }));
          }),
        ),
    }),
  ),
);
