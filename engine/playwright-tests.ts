import { test as base, expect, type TestDetails, type TestInfo } from '@playwright/test';
import type { Finding } from '../journal/finding.ts';
import { toStored } from '../journal/stored-exchange.ts';
import { levelOf } from '../profiles/profile.ts';
import { requirement } from '../requirements/catalogue.ts';
import type { Check } from './check.ts';
import { runCheck } from './run-check.ts';
import type { JudgedCase, Session } from './session.ts';

export { test } from './fixtures.ts';

/** What Playwright's `test` takes: title, details, and the test itself. */
export type Declared = readonly [
  title: string,
  details: TestDetails,
  body: (fixtures: { session: Session }, testInfo: TestInfo) => Promise<void>,
];

/** The test of a check. */
export function testOf(check: Check): Declared {
  const { id, statement, level, section } = requirement(check.requirement);
  const details = {
    tag: [`@${level}`, `@${check.operation}`],
    annotation: [
      { type: 'requirement', description: id },
      { type: 'section', description: section },
    ],
  };
  return [
    `${id} · ${check.operation}: ${statement}`,
    details,
    ({ session }, testInfo) => conduct(session, testInfo, check),
  ];
}

/** Conducts and judges a check for its test, which shows the exchanges as steps, and fails if there are findings. */
export async function conduct(session: Session, testInfo: TestInfo, check: Check): Promise<void> {
  const { shown, state, reason } = await runCheck(session, check);
  await show(check, shown);
  for (const { judged, finding } of distinct(shown)) report(session, testInfo, judged, finding);
  if (state === 'done' || testInfo.errors.length > 0) return;
  testInfo.annotations.push({ type: state, description: reason ?? '' });
  testInfo.skip(true, reason ?? state);
}

/** How many cases to show per test, and how many exchanges per case: more would be hard to read. */
const shownAtMost = 10;

/** Shows the first case and every case with findings as steps, with their redacted exchanges attached. */
async function show({ requirement: id }: Check, shown: readonly JudgedCase[]): Promise<void> {
  const location = { file: `${id}.spec`, line: 1, column: 1 };
  for (const { record } of shown.slice(0, shownAtMost)) {
    await base.step(
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

/** Fails the test for a breach; annotates it with a warning. */
function report(
  { profile }: Session,
  testInfo: TestInfo,
  { record }: JudgedCase,
  { requirement: id, operation, message, expected, actual }: Finding,
): void {
  const text = `${id}: ${message} (case "${record.name}")`;
  const isBreach = levelOf(profile, requirement(id), operation) === 'MUST';
  if (isBreach) expect.soft(actual, `${text}; expected: ${expected}`).toBe('as expected');
  else testInfo.annotations.push({ type: 'warning', description: text });
}
