import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { momentsOf, wallClock } from '../../engine/clock.ts';
import { runCheck } from '../../engine/run-check.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import { startReference } from '../../reference/start.ts';
import { allChecks } from '../../specs/all.ts';
import { inSession } from '../prove/in-session.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => vi.useRealTimers());

/** Conducts a check; so many seconds pass while each request waits with its token, or while the first one is answered. */
async function conductedLate(name: string, seconds: number, when: 'with-its-token' | 'in-progress') {
  const [requirement, operation] = name.split('@');
  const check = allChecks.find((each) => each.requirement === requirement && each.operation === operation);
  if (check === undefined) throw new Error(`There is no check ${name}.`);
  const server = await startReference({});
  // The server shares the clock: with one request at a time, no other one lets time pass while it reads a token.
  const settings = { CONFORMANCE_CONCURRENCY: '1' };
  try {
    return await inSession(server, { settings }, async ({ session, journal }) => {
      let isFirst = true;
      const { wire } = session;
      const send: typeof wire.send = async (id, of, request, credential) => {
        const pass = (): unknown => vi.setSystemTime(Date.now() + seconds * 1_000);
        const exchange = await wire.send(id, of, request, async () => {
          const headers = typeof credential === 'function' ? await credential() : credential;
          if (when === 'with-its-token') pass();
          return headers;
        });
        if (when === 'in-progress' && isFirst) pass();
        isFirst = false;
        return exchange;
      };
      const moment = momentsOf({ ...wallClock, now: () => Date.now() });
      await runCheck({ ...session, wire: { ...wire, send }, moment }, check);
      const judged = journal.lines.filter((line): line is JudgementLine => line.type === 'judgement');
      const rejected = [...journal.exchanges.values()].filter(({ answer }) => answer?.status === 401);
      return { findings: judged.flatMap(({ findings }) => findings), rejected: rejected.length };
    });
  } finally {
    await server.close();
  }
}

test('A token that expires before its request is sent is no finding.', async () => {
  const late = await conductedLate('AUTH-BEARER@execute-submission', 30, 'with-its-token');
  expect(late.rejected).toBeGreaterThan(0);
  expect(late.findings).toEqual([]);
});

test.each([18, 30])(
  'Behind %s seconds, a token with few seconds to live is made anew, and accepted.',
  async (seconds) => {
    const { findings, rejected } = await conductedLate(
      'AUTH-BEARER@execute-submission',
      seconds,
      'in-progress',
    );
    expect(rejected).toBe(0);
    expect(findings).toEqual([]);
  },
);
