import { expect, test } from 'vitest';
import { judgeAnswers } from '../../judges/answers/judge-answers.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { caseOn, input } from './scripted-case.ts';
import type { Coming } from './scripted-wire.ts';

const idleTimeout: Coming = { status: 408, headers: [['Connection', 'close']] };

test('A 408 with which a server closes an idle connection is no answer; the request goes out again on a fresh one.', async () => {
  const { builder, wire } = caseOn((_, nth) => (nth === 1 ? idleTimeout : { status: 200 }));
  const { answer } = await builder.send('probe', input);
  expect(answer?.status).toBe(200);
  expect(wire.sent.map(({ connection }) => connection)).toEqual(['kept', 'fresh']);
  const context = { requirement: requirement('LU-SUCCESS'), profile: loadProfile('document') };
  expect(judgeAnswers(builder.record(), context).recovered).toBe(1);
});

test('A second 408 is the answer.', async () => {
  const { builder, wire } = caseOn(() => idleTimeout);
  const { answer } = await builder.send('probe', input);
  expect(answer?.status).toBe(408);
  expect(wire.sent).toHaveLength(2);
});

test.each<[string, Coming, object]>([
  ['that leaves the connection open', { status: 408 }, {}],
  ['on a fresh connection', idleTimeout, { connection: 'fresh' }],
])('A 408 %s is the answer.', async (_name, coming, more) => {
  const { builder, wire } = caseOn(() => coming);
  const { answer } = await builder.send('probe', { ...input, ...more });
  expect(answer?.status).toBe(408);
  expect(wire.sent).toHaveLength(1);
});
