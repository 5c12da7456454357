import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allChecks } from '../../checks/checks.ts';
import type { CheckLine, JudgementLine } from '../../journal/journal-line.ts';
import { startReference } from '../../reference/start.ts';
import { runCheck } from '../../session/run-check.ts';
import { inSession } from '../prove/in-session.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => vi.useRealTimers());

test('Once a token that cannot be renewed has ended, what is left is inconclusive, and the reason says so.', {
  timeout: 120_000,
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
