import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allChecks } from '../../checks/checks.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import { startReference } from '../../reference/start.ts';
import { momentsOf, wallClock } from '../../session/clock.ts';
import { runCheck } from '../../session/run-check.ts';
import { inSession } from '../prove/in-session.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterEach(() => vi.useRealTimers());

/** Conducts a check on a server that answers its first request so late, and what it condemned. */
async function conductedLate(name: string, seconds: number) {
  const [requirement, operation] = name.split('@');
  const check = allChecks.find((each) => each.requirement === requirement && each.operation === operation);
  if (check === undefined) throw new Error(`There is no check ${name}.`);
  const server = await startReference({});
  try {
    return await inSession(server, {}, async ({ session, journal }) => {
      let isFirst = true;
      const { wire } = session;
      const send: typeof wire.send = async (...request) => {
        const exchange = await wire.send(...request);
        if (isFirst) vi.setSystemTime(Date.now() + seconds * 1_000);
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

test('A token that expires while the cases before it take long is no finding.', async () => {
  const late = await conductedLate('AUTH-BEARER@execute-submission', 30);
  expect(late.rejected).toBeGreaterThan(0);
  expect(late.findings).toEqual([]);
});

test('A token that is still valid when its turn comes is accepted.', async () => {
  const { findings, rejected } = await conductedLate('AUTH-BEARER@execute-submission', 18);
  expect(rejected).toBe(0);
  expect(findings).toEqual([]);
});
