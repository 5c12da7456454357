import { expect, type TestInfo, test } from '@playwright/test';
import type { Finding } from '../journal/finding.ts';
import { toStored } from '../journal/stored-exchange.ts';
import { levelOf } from '../profiles/profile.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Check } from '../session/check.ts';
import { type CheckResult, runCheck } from '../session/run-check.ts';
import type { JudgedCase, Session } from '../session/session.ts';
import { brokenAnnotation, errorAnnotation, unwritableAnnotation } from '../session/test-annotations.ts';
import { UnwritableResults } from '../settings/unwritable-results.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';

/**
 * Conducts and judges a check for its test. Where the report decides, the test only says what the progress is to name. Otherwise, it
 * shows the exchanges as steps, and fails if there are findings.
 */
export async function conduct(
  session: Session,
  testInfo: TestInfo,
  check: Check,
  conducted: typeof runCheck = runCheck,
): Promise<void> {
  const result = conducted(session, check);
  if (workerConfiguration()?.reportDecides === true) return annotate(session, testInfo, result);
  const { shown, state, reason } = await result;
  await show(check, shown);
  const reported = distinct(shown).map(({ judged, finding }) => report(session, testInfo, judged, finding));
  if (!failsTests(testInfo) && reported.includes('broken'))
    testInfo.skip(true, 'Failed, but shown as skipped to avoid a worker restart; the report counts it.');
  if (state === 'done' || testInfo.errors.length > 0) return;
  testInfo.annotations.push({ type: state, description: reason ?? '' });
  testInfo.skip(true, reason ?? state);
}

/** Playwright restarts a worker whose test fails. So only results that cannot be written fail one: the run is to stop. */
async function annotate(session: Session, testInfo: TestInfo, result: Promise<CheckResult>): Promise<void> {
  const say = (type: string, description = ''): number => testInfo.annotations.push({ type, description });
  try {
    const { shown } = await result;
    for (const each of brokenIn(session, shown)) say(brokenAnnotation, each);
  } catch (error) {
    const isUnwritable = error instanceof UnwritableResults;
    say(isUnwritable ? unwritableAnnotation : errorAnnotation);
    if (isUnwritable) throw error;
  }
}

/**
 * Playwright restarts the worker of a test that fails, which takes over a second, and a broken server fails dozens of tests. Workers
 * are numbered, so their numbers tell how many were restarted.
 */
const restartsAtMost = 5;

function failsTests({ workerIndex, config }: TestInfo): boolean {
  return workerIndex < config.workers + restartsAtMost;
}

/** How many cases to show per test, and how many exchanges per case: more would be hard to read. */
const shownAtMost = 10;

/** Shows the first case and every case with findings as steps, with their redacted exchanges attached. */
async function show({ requirement: id }: Check, shown: readonly JudgedCase[]): Promise<void> {
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

/** Fails the test for a breach, as long as that is shown; annotates it with a warning. */
function report(
  { profile }: Session,
  testInfo: TestInfo,
  { record }: JudgedCase,
  { requirement: id, operation, message, expected, actual }: Finding,
): 'broken' | 'warned' {
  const text = `${id}: ${message} (case "${record.name}")`;
  if (levelOf(profile, requirement(id), operation) !== 'MUST') {
    testInfo.annotations.push({ type: 'warning', description: text });
    return 'warned';
  }
  if (failsTests(testInfo)) expect.soft(actual, `${text}; expected: ${expected}`).toBe('as expected');
  else testInfo.annotations.push({ type: 'failed', description: text });
  return 'broken';
}
