import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import { brokenAnnotation, errorAnnotation, unwritableAnnotation } from '../../engine/test-annotations.ts';
import ProgressReporter, { isDue, progressLine } from '../../reports/terminal/progress-reporter.ts';

const config = {} as FullConfig;
const suiteOf = (count: number): Suite =>
  ({ allTests: () => Array.from({ length: count }, (_, index) => aTest(`t${index}`)) }) as unknown as Suite;
const aTest = (id: string, title = id): TestCase =>
  ({ id, title, expectedStatus: 'passed' }) as unknown as TestCase;
const ended = (status: TestResult['status'], ...broken: readonly string[]): TestResult =>
  ({
    status,
    annotations: [
      { type: 'finding', description: 'of any kind' },
      ...broken.map((description) => ({ type: brokenAnnotation, description })),
    ],
  }) as TestResult;

function aReporter(isTTY: boolean): {
  reporter: ProgressReporter;
  out: string[];
  errors: string[];
  pass(ms: number): void;
} {
  const out: string[] = [];
  const errors: string[] = [];
  let now = 1_000;
  const to =
    (texts: string[]) =>
    (text: string): boolean =>
      texts.push(text) > 0;
  const reporter = new ProgressReporter({
    out: { isTTY, columns: 80, write: to(out) },
    errors: { write: to(errors) },
    now: () => now,
  });
  return {
    reporter,
    out,
    errors,
    pass: (ms) => {
      now += ms;
    },
  };
}

test('A line says how far the run is, what failed and how long it may take.', () => {
  expect(progressLine({ done: 137, failed: 3, total: 261, elapsedMs: 4_400 })).toBe(
    '  137 of 261 checks · 3 failed · about 4 s left',
  );
  expect(progressLine({ done: 261, failed: 0, total: 261, elapsedMs: 4_000 })).toBe('  261 of 261 checks');
  expect(progressLine({ done: 110, failed: 0, total: 1_010, elapsedMs: 60_000 })).toBe(
    '  110 of 1010 checks · about 8 min left',
  );
});

test('No time is estimated before a tenth of the checks is done, and the worker has started.', () => {
  const line = (elapsedMs: number, done: number): string =>
    progressLine({ done, failed: 0, total: 1_000, elapsedMs });
  expect(line(30_000, 90)).toBe('  90 of 1000 checks');
  expect(line(1_000, 500)).toBe('  500 of 1000 checks');
  expect(line(30_000, 500)).toContain('about 30 s left');
});

test('Without a terminal there is a line at each tenth of the run, and after five seconds of silence.', () => {
  const { reporter, out } = aReporter(false);
  reporter.onBegin(config, suiteOf(100));
  for (let index = 1; index <= 100; index += 1) reporter.onTestEnd(aTest(`t${index}`), ended('passed'));
  reporter.onEnd();
  expect(out).toHaveLength(10);
  expect(out.at(-1)).toBe('  100 of 100 checks\n');
  expect(out.join('')).not.toContain('\u001b');
  const slow = aReporter(false);
  slow.reporter.onBegin(config, suiteOf(100));
  slow.reporter.onTestEnd(aTest('a'), ended('passed'));
  slow.pass(5_000);
  slow.reporter.onTestEnd(aTest('b'), ended('passed'));
  expect(slow.out).toEqual(['  2 of 100 checks\n']);
});

test('On a terminal one line overwrites itself and is gone at the end.', () => {
  const { reporter, out } = aReporter(true);
  reporter.onBegin(config, suiteOf(3));
  for (const id of ['a', 'b', 'c']) reporter.onTestEnd(aTest(id), ended('passed'));
  reporter.onEnd();
  expect(out.every((text) => text.startsWith('\r\u001b[2K') && !text.includes('\n'))).toBe(true);
  expect(out.at(-1)).toBe('\r\u001b[2K');
});

test('Each broken requirement is named once, as in the report, whichever test found it and however that ended.', () => {
  const { reporter, out } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  reporter.onTestEnd(
    aTest('a'),
    ended('passed', 'GT-BODY · generate-topology', 'GT-SUCCESS · generate-topology'),
  );
  reporter.onTestEnd(aTest('b'), ended('passed', 'GT-BODY · generate-topology'));
  reporter.onTestEnd(aTest('c'), ended('skipped', 'EX-BODY · execute-submission'));
  expect(out).toEqual([
    '  FAILED GT-BODY · generate-topology\n',
    '  FAILED GT-SUCCESS · generate-topology\n',
    '  2 of 20 checks · 2 failed\n',
    '  FAILED EX-BODY · execute-submission\n',
  ]);
});

test('A server that breaks everything does not fill the log.', () => {
  const { reporter, out } = aReporter(false);
  reporter.onBegin(config, suiteOf(1));
  const all = Array.from({ length: 30 }, (_, index) => `GT-${index} · generate-topology`);
  reporter.onTestEnd(aTest('a'), ended('passed', ...all));
  expect(out.slice(9)).toEqual([
    '  FAILED GT-9 · generate-topology\n',
    '  … the summary lists further ones\n',
    '  1 of 1 checks · 30 failed\n',
  ]);
});

test('A test that was interrupted says nothing; one that fails, or ended with an error, is an error of the suite.', () => {
  const { reporter, out } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  reporter.onTestEnd(aTest('a'), ended('interrupted'));
  reporter.onTestEnd(aTest('b'), ended('skipped'));
  expect(out).toEqual(['  2 of 20 checks\n']);
  reporter.onTestEnd(aTest('c', 'GT-BODY: \u001b[31m::x'), ended('failed'));
  expect(out.at(-1)).toBe('  the suite failed in GT-BODY: ::x\n');
  const error = { status: 'passed', annotations: [{ type: errorAnnotation }] } as unknown as TestResult;
  reporter.onTestEnd(aTest('d', 'GT-FORM'), error);
  expect(out.at(-2)).toBe('  the suite failed in GT-FORM\n');
});

test('An error outside the tests goes to stderr as a sentence, and nothing of it to stdout.', () => {
  const { reporter, out, errors } = aReporter(false);
  reporter.onError({ message: '\u001b[31mError: the target went away\u001b[39m' });
  expect(errors).toEqual(['Error outside the checks: Error: the target went away\n']);
  expect(out).toEqual([]);
  reporter.onError({});
  expect(errors[1]).toContain('no message');
});

test('A line that says nothing new is not due.', () => {
  const last = { done: 10, failed: 0, total: 100, elapsedMs: 1_000 };
  expect(isDue({ ...last, elapsedMs: 9_000 }, last)).toBe(false);
  expect(isDue({ ...last, done: 11, elapsedMs: 9_000 }, last)).toBe(true);
  expect(isDue({ ...last, done: 20, elapsedMs: 1_001 }, last)).toBe(true);
});

test('Playwright leaves the output to this reporter.', () => {
  expect(aReporter(false).reporter.printsToStdio()).toBe(true);
});

test('The time that is left follows from how long the checks before took.', () => {
  const { reporter, out, pass } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  for (const id of ['a', 'b', 'c']) reporter.onTestEnd(aTest(id), ended('passed'));
  pass(6_000);
  reporter.onTestEnd(aTest('d'), ended('passed'));
  expect(out.at(-1)).toBe('  4 of 20 checks · about 24 s left\n');
});

test('Results that cannot be written are reported once, without naming a requirement.', () => {
  const { reporter, out, errors } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  const unwritable = {
    status: 'failed',
    annotations: [{ type: unwritableAnnotation }],
  } as unknown as TestResult;
  for (const id of ['one', 'two']) reporter.onTestEnd(aTest(id, `TITLE-${id}`), unwritable);
  reporter.onTestEnd(aTest('three', 'TITLE-three'), ended('failed'));
  reporter.onError({ message: 'Testing stopped early.' });
  const said = out.join('');
  expect(said.match(/the results can no longer be written/g)).toHaveLength(1);
  expect(said).not.toContain('TITLE');
  expect(errors).toEqual([]);
});
