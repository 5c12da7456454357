import { expect, type TestInfo, _baseTest as test } from '@playwright/test';
import type { Finding } from '../journal/finding.ts';
import { toStored } from '../journal/stored-exchange.ts';
import { levelOf } from '../profiles/profile.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Check } from '../session/check.ts';
import { type Claim, claim } from '../session/claim.ts';
import { type CheckResult, runCheck } from '../session/run-check.ts';
import type { JudgedCase, Session } from '../session/session.ts';
import { brokenAnnotation, unwritableAnnotation } from '../session/test-annotations.ts';
import { UnwritableResults } from '../settings/unwritable-results.ts';
import { endAhead } from './conducted-ahead.ts';

/** Conducts and judges a check, shows its exchanges as steps, and fails the test if there are findings. */
export async function conduct(
  session: Session,
  testInfo: TestInfo,
  check: Check,
  conducted: (session: Session, check: Check) => Promise<CheckResult> = runCheck,
): Promise<void> {
  const result = await conducted(session, check).catch(async (error: unknown) => {
    if (error instanceof UnwritableResults) testInfo.annotations.push({ type: unwritableAnnotation });
    await endAhead();
    throw error;
  });
  if (isLookedAt(testInfo)) await show(check, result);
  const claims = reportAll(session, testInfo, result);
  if (claims.includes('red')) {
    // The worker is restarted, so this test reports what others would.
    for (const each of await endAhead()) reportAll(session, testInfo, each);
    return;
  }
  if (claims.includes('skip'))
    testInfo.skip(true, 'Failed, but shown as skipped to avoid a worker restart; the report counts it.');
  if (result.state !== 'done') {
    testInfo.annotations.push({ type: result.state, description: result.reason ?? '' });
    testInfo.skip(true, result.reason ?? result.state);
  }
}

/** Whether any reporter besides the suite's own may show steps; each step costs some milliseconds. */
function isLookedAt({ config }: TestInfo): boolean {
  return config.reporter.some(([name]) => !/[\\/]progress-reporter\.[jt]s$/.test(name));
}

/** How many cases to show per test, and how many exchanges per case: more would be hard to read. */
const shownAtMost = 10;

/**
 * Shows the first case and every case with findings as steps, with their redacted exchanges attached. Steps have an
 * explicit location, because finding it in a stack trace takes a millisecond.
 */
async function show({ requirement: id }: Check, { shown }: CheckResult): Promise<void> {
  const location = { file: `${id}.spec`, line: 1, column: 1 };
  for (const { record } of shown.slice(0, shownAtMost)) {
    await test.step(
      record.name,
      async (step) => {
        const exchanges = record.attempts
          .slice(0, shownAtMost)
          .map(({ role, exchange }) => ({ role, ...toStored(exchange) }));
        await step.attach(record.id, {
          body: JSON.stringify(exchanges, null, 2),
          contentType: 'application/json',
        });
      },
      { location },
    );
  }
}

/** The MUST requirements that findings break, each on each operation, as the report names them. */
function brokenIn({ profile }: Session, shown: readonly JudgedCase[]): Set<string> {
  const findings = shown.flatMap(({ judgement }) => judgement.findings);
  return new Set(
    findings
      .filter(({ requirement: id, operation }) => levelOf(profile, requirement(id), operation) === 'MUST')
      .map(({ requirement: id, operation }) => `${id} · ${operation}`),
  );
}

/** Each kind of finding once, up to a limit; the report has all of them. */
function distinct(shown: readonly JudgedCase[]): { judged: JudgedCase; finding: Finding }[] {
  const kinds = new Map<string, { judged: JudgedCase; finding: Finding }>();
  for (const judged of shown) {
    for (const finding of judged.judgement.findings) {
      const key = `${finding.requirement} ${finding.pointer}`;
      if (!kinds.has(key)) kinds.set(key, { judged, finding });
    }
  }
  return [...kinds.values()].slice(0, shownAtMost);
}

function reportAll(session: Session, testInfo: TestInfo, { shown }: CheckResult): (Claim | 'warned')[] {
  for (const description of brokenIn(session, shown))
    testInfo.annotations.push({ type: brokenAnnotation, description });
  return distinct(shown).map(({ judged, finding }) => report(session, testInfo, judged, finding));
}

/** Reports a finding on its test; one that another test has already reported is only annotated. */
function report(
  session: Session,
  testInfo: TestInfo,
  { record }: JudgedCase,
  finding: Finding,
): Claim | 'warned' {
  const level = levelOf(session.profile, requirement(finding.requirement), finding.operation);
  const text = `${finding.requirement}: ${finding.message} (case "${record.name}")`;
  if (level !== 'MUST') {
    testInfo.annotations.push({ type: 'warning', description: text });
    return 'warned';
  }
  const claimed = claim(finding);
  if (claimed === 'red')
    expect.soft(finding.actual, `${text}; expected: ${finding.expected}`).toBe('as expected');
  else testInfo.annotations.push({ type: claimed === 'skip' ? 'failed' : 'finding', description: text });
  return claimed;
}
