import { test as base, expect, type TestInfo } from '@playwright/test';
import { levelOf } from '../profiles/profile.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Check } from './check.ts';
import { claimFinding } from './claim.ts';
import type { Finding } from './judgement.ts';
import { type CheckResult, type JudgedCase, runCheck, type Session } from './session.ts';
import { toStored } from './stored-exchange.ts';
import { openWorkerSession } from './worker-session.ts';

interface WorkerFixtures {
  session: Session;
}

interface TestFixtures {
  /** Conducts and judges a check, shows its exchanges as steps, and fails the test softly for what it finds. */
  conduct: (check: Check) => Promise<void>;
}

/** Playwright's test with the session of its worker. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  session: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern.
    async ({}, use, { config }) => {
      const { session, close } = openWorkerSession(config.workers);
      await use(session);
      await close();
    },
    { scope: 'worker' },
  ],
  conduct: async ({ session }, use, testInfo) => {
    await use(async (check) => {
      const result = await runCheck(session, check);
      await show(testInfo, result);
      for (const judged of result.shown) {
        for (const finding of judged.judgement.findings) report(session, testInfo, check, judged, finding);
      }
      if (result.state !== 'done') {
        testInfo.annotations.push({ type: result.state, description: result.reason ?? '' });
        testInfo.skip(testInfo.errors.length === 0, result.reason ?? result.state);
      }
    });
  },
});

/** The first case of a test and every case with findings show as steps with their exchanges attached, redacted as they are stored. */
async function show(testInfo: TestInfo, { shown }: CheckResult): Promise<void> {
  for (const { record } of shown.slice(0, 10)) {
    await test.step(record.name, async () => {
      const exchanges = record.places
        .slice(0, 10)
        .map(({ role, exchange }) => ({ role, ...toStored(exchange) }));
      await testInfo.attach(record.id, {
        body: JSON.stringify(exchanges, null, 2),
        contentType: 'application/json',
      });
    });
  }
}

/**
 * A failing test costs its worker a restart, so a finding that is laid at another requirement fails only the first test
 * that meets it; the report counts them all.
 */
function report(
  session: Session,
  testInfo: TestInfo,
  check: Check,
  { record }: JudgedCase,
  finding: Finding,
): void {
  const level = levelOf(session.profile, requirement(finding.requirement), finding.operation);
  const text = `${finding.requirement}: ${finding.message} (case "${record.name}")`;
  const own = finding.requirement === check.requirement;
  if (level !== 'MUST') testInfo.annotations.push({ type: 'warning', description: text });
  else if (own || claimFinding(finding))
    expect.soft(finding.actual, `${text}; expected: ${finding.expected}`).toBe('as expected');
  else testInfo.annotations.push({ type: 'finding', description: text });
}
