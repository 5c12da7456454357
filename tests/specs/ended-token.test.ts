import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCheck } from '../../engine/run-check.ts';
import type { CheckLine, JudgementLine } from '../../journal/journal-line.ts';
import { startReference } from '../../reference/start.ts';
import { allChecks } from '../../specs/all.ts';
import { caseOf, condemned, error, judge } from '../judges/records.ts';
import { inSession } from '../prove/in-session.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => vi.useRealTimers());

test('Once a token that cannot be renewed has ended, what is left is inconclusive, and the reason says so.', {
  timeout: 900_000,
}, async () => {
  const server = await startReference();
  const begun = Date.now();
  const { TARGET_TOKEN_SECRET: secret, ...environment } = server.environment;
  const token = await new SignJWT({ sub: 'participant_admin', scope: 'daml_ledger_api' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(begun / 1_000) + 60)
    .sign(new TextEncoder().encode(secret));
  try {
    await inSession({ ...server, environment: { ...environment, TARGET_TOKEN: token } }, {}, async (run) => {
      const { session, journal } = run;
      const named = ['LU-SUCCESS', 'AUTH-BEARER', 'AUTH-ALG-NONE', 'LU-PAGE-SIZE', 'AUTH-STAYS-VALID'];
      const checks = allChecks.filter(
        ({ requirement, operation }) => operation === 'list-users' && named.includes(requirement),
      );
      expect(checks).toHaveLength(named.length);
      const sent = journal.exchanges.size;
      // The target still takes it: it must not be sent any more all the same.
      vi.setSystemTime(begun + 56_000);
      for (const check of checks) await runCheck(session, check);
      const ended = journal.lines.filter((line): line is CheckLine => line.type === 'check');
      const judged = journal.lines.filter((line): line is JudgementLine => line.type === 'judgement');
      expect(ended.map(({ state, kind }) => [state, kind])).toEqual(
        named.map(() => ['inconclusive', 'token-expired']),
      );
      expect(ended[0]?.reason).toMatch(/^TARGET_TOKEN expired during the run\. Use TARGET_TOKEN_COMMAND/);
      expect(judged.flatMap(({ findings }) => findings)).toEqual([]);
      expect(journal.exchanges.size).toBe(sent);
    });
  } finally {
    await server.close();
  }
});

/** The judgement of a rejection, by the requirement that it belongs to, with a token that ends two seconds later. */
function rejected(credential: string, requirement: string, endsInMs = 2_000) {
  const record = caseOf('list-users', requirement, [{ answer: error(401) }], { credential });
  const [attempt] = record.attempts;
  if (attempt === undefined) throw new Error('The case has no request.');
  const exchange = { ...attempt.exchange, at: 10_000, tokenEnds: 10_000 + endsInMs };
  return judge({ ...record, attempts: [{ ...attempt, exchange }] });
}

test('A valid token that had ended is not condemned for its rejection, and one that lives on is.', () => {
  expect(condemned(rejected('valid', 'AUTH-BEARER'))).toEqual([]);
  expect(condemned(rejected('valid', 'AUTH-BEARER', 60_000))).toContain('AUTH-BEARER');
});

test('The rejection of what was made of a token that had ended is no evidence, but its form is judged.', () => {
  const { judged } = rejected('alg-none', 'AUTH-ALG-NONE');
  expect(judged).not.toHaveProperty('AUTH-ALG-NONE');
  expect(judged).toHaveProperty('LU-FAILURE-FORM');
  expect(rejected('alg-none', 'AUTH-ALG-NONE', 60_000).judged).toHaveProperty('AUTH-ALG-NONE');
  expect(rejected('expired', 'AUTH-EXPIRED', -3_600_000).judged).toHaveProperty('AUTH-EXPIRED');
});

test('The rejection of an expired token that may never have been valid is no evidence.', () => {
  const judgedWith = (facts: Record<string, boolean>) =>
    judge(caseOf('list-users', 'AUTH-EXPIRED', [{ answer: error(401) }], { credential: 'expired', facts }))
      .judged;
  expect(judgedWith({ unshown: true })).not.toHaveProperty('AUTH-EXPIRED');
  expect(judgedWith({})).toHaveProperty('AUTH-EXPIRED');
});
