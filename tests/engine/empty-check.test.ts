import { expect, test } from 'vitest';
import type { Check } from '../../engine/check.ts';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import { conductInProcess } from '../specs/in-process.ts';

const empty = (more: Partial<Check> = {}): Check => ({
  requirement: 'LU-OPEN-PARAMETERS',
  operation: 'list-users',
  version: 1,
  judge: judgeAnswers,
  *cases() {},
  ...more,
});

test('A check that sends no case was not exercised, also one that only observes.', async () => {
  const check = empty();
  const { results } = await conductInProcess({}, {}, [check]);
  expect(results.get(check)).toMatchObject({
    state: 'not-exercised',
    reason: 'the check had no request to send',
    shown: [],
  });
});

test('A check that may be empty, as a partition of a soak, is done without a case.', async () => {
  const check = empty({ mayBeEmpty: true });
  const { results } = await conductInProcess({}, {}, [check]);
  expect(results.get(check)?.state).toBe('done');
});

test('A check that sends one case is done.', async () => {
  const check = empty({
    cases: (run) => run.open({ kind: 'no-parameters' }, (open) => open.send('probe', {})),
  });
  const { results } = await conductInProcess({}, {}, [check]);
  expect(results.get(check)).toMatchObject({ state: 'done', shown: [expect.anything()] });
});
