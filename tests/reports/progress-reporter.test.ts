import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import { isDue, progressLine } from '../../reports/terminal/progress.ts';
import ProgressReporter from '../../reports/terminal/progress-reporter.ts';

const config = {} as FullConfig;
const suiteOf = (count: number): Suite =>
  ({ allTests: () => Array.from({ length: count }, (_, index) => aTest(`t${index}`)) }) as unknown as Suite;
const aTest = (id: string, title = id, cases?: number): TestCase =>
  ({
    id,
    title,
    expectedStatus: 'passed',
    annotations: cases === undefined ? [] : [{ type: 'cases', description: String(cases) }],
    titlePath: () => ['', 'a project'],
  }) as unknown as TestCase;
const ended = (status: TestResult['status']): TestResult => ({ status }) as TestResult;

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
  expect(
    progressLine({ done: 137, failed: 3, total: 261, elapsedMs: 4_400, queues: [{ done: 137, total: 261 }] }),
  ).toBe('  137 of 261 checks · 3 failed · about 4 s left');
  expect(
    progressLine({ done: 2, failed: 0, total: 261, elapsedMs: 4_000, queues: [{ done: 2, total: 261 }] }),
  ).toBe('  2 of 261 checks');
  expect(
    progressLine({ done: 261, failed: 0, total: 261, elapsedMs: 4_000, queues: [{ done: 261, total: 261 }] }),
  ).toBe('  261 of 261 checks');
  const queues = [{ done: 10, total: 1_010 }];
  expect(progressLine({ done: 10, failed: 0, total: 1_010, elapsedMs: 6_000, queues })).toBe(
    '  10 of 1010 checks · about 10 min left',
  );
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

test('The title of a failing test appears once, as plain text; skipped and expected ones do not.', () => {
  const { reporter, out } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  const failing = aTest('a', 'GT-BODY: \u001b[31m::x');
  reporter.onTestEnd(failing, ended('failed'));
  reporter.onTestEnd(failing, ended('failed'));
  reporter.onTestEnd(aTest('b'), ended('skipped'));
  reporter.onTestEnd({ ...aTest('c'), expectedStatus: 'failed' }, ended('failed'));
  const titles = out.filter((text) => text.includes('failed:'));
  expect(titles).toEqual(['  failed: GT-BODY: ::x\n']);
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
  const last = { done: 10, failed: 0, total: 100, elapsedMs: 1_000, queues: [] };
  expect(isDue({ ...last, elapsedMs: 9_000 }, last)).toBe(false);
  expect(isDue({ ...last, done: 11, elapsedMs: 9_000 }, last)).toBe(true);
  expect(isDue({ ...last, done: 20, elapsedMs: 1_001 }, last)).toBe(true);
});

test('Playwright leaves the output to this reporter.', () => {
  expect(aReporter(false).reporter.printsToStdio()).toBe(true);
});

test('The time that is left follows the cases of the queue that takes longest, not the number of tests.', () => {
  const queues = [
    { done: 250, total: 500 },
    { done: 100, total: 1_100 },
  ];
  expect(progressLine({ done: 14, failed: 0, total: 74, elapsedMs: 2_000, queues })).toBe(
    '  14 of 74 checks · about 20 s left',
  );
});
