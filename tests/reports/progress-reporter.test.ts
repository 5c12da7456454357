import type { FullConfig, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import {
  brokenAttachment,
  countAnnotation,
  errorAttachment,
  slowedAnnotation,
  slowedText,
  unwritableAttachment,
} from '../../engine/run-progress.ts';
import ProgressReporter, { isDue, progressLine } from '../../reports/terminal/progress-reporter.ts';

const config = {} as FullConfig;
const theRun = { title: 'the run' } as unknown as TestCase;
const endedAs = (status: TestResult['status']): TestResult =>
  ({ status, annotations: [] as TestResult['annotations'] }) as TestResult;
const suiteOf = (count: number): Suite =>
  ({
    allTests: () => [{ annotations: [{ type: countAnnotation, description: String(count) }] }],
  }) as unknown as Suite;

/** A step of a check, with attachments by their names. */
const aStep = (title: string, attached: Readonly<Record<string, string>> = {}): TestStep =>
  ({
    title,
    category: 'test.step',
    attachments: Object.entries(attached).map(([name, text]) => ({ name, body: Buffer.from(text) })),
  }) as unknown as TestStep;

function aReporter(isTTY: boolean): {
  reporter: ProgressReporter;
  out: string[];
  errors: string[];
  told: string[];
  pass(ms: number): void;
  /** A check ends. */
  end(title: string, ...broken: readonly string[]): void;
  endWith(title: string, attachment: string): void;
} {
  const out: string[] = [];
  const errors: string[] = [];
  const told: string[] = [];
  let now = 1_000;
  const to =
    (texts: string[]) =>
    (text: string): boolean =>
      texts.push(text) > 0;
  const reporter = new ProgressReporter({
    out: { isTTY, columns: 80, write: to(out) },
    errors: { write: to(errors) },
    now: () => now,
    tell: (unwritable) => void told.push(unwritable),
  });
  const endStep = (step: TestStep): void => reporter.onStepEnd(theRun, endedAs('passed'), step);
  return {
    reporter,
    out,
    errors,
    told,
    pass: (ms) => {
      now += ms;
    },
    end: (title, ...broken) =>
      endStep(aStep(title, broken.length === 0 ? {} : { [brokenAttachment]: JSON.stringify(broken) })),
    endWith: (title, attachment) => endStep(aStep(title, { [attachment]: `why ${title}` })),
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
  const { reporter, out, end } = aReporter(false);
  reporter.onBegin(config, suiteOf(100));
  for (let index = 1; index <= 100; index += 1) end(`t${index}`);
  reporter.onEnd();
  expect(out).toHaveLength(10);
  expect(out.at(-1)).toBe('  100 of 100 checks\n');
  expect(out.join('')).not.toContain('\u001b');
  const slow = aReporter(false);
  slow.reporter.onBegin(config, suiteOf(100));
  slow.end('a');
  slow.pass(5_000);
  slow.end('b');
  expect(slow.out).toEqual(['  2 of 100 checks\n']);
});

test('On a terminal one line overwrites itself and is gone at the end.', () => {
  const { reporter, out, end } = aReporter(true);
  reporter.onBegin(config, suiteOf(3));
  for (const id of ['a', 'b', 'c']) end(id);
  reporter.onEnd();
  expect(out.every((text) => text.startsWith('\r\u001b[2K') && !text.includes('\n'))).toBe(true);
  expect(out.at(-1)).toBe('\r\u001b[2K');
});

test('Each broken requirement is named once, as in the report, whichever check found it.', () => {
  const { reporter, out, end } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  end('a', 'GT-BODY · generate-topology', 'GT-SUCCESS · generate-topology');
  end('b', 'GT-BODY · generate-topology');
  end('c', 'EX-BODY · execute-submission');
  expect(out).toEqual([
    '  FAILED GT-BODY · generate-topology\n',
    '  FAILED GT-SUCCESS · generate-topology\n',
    '  2 of 20 checks · 2 failed\n',
    '  FAILED EX-BODY · execute-submission\n',
  ]);
});

test('A server that breaks everything does not fill the log.', () => {
  const { reporter, out, end } = aReporter(false);
  reporter.onBegin(config, suiteOf(1));
  const all = Array.from({ length: 30 }, (_, index) => `GT-${index} · generate-topology`);
  end('a', ...all);
  expect(out.slice(9)).toEqual([
    '  FAILED GT-9 · generate-topology\n',
    '  … the summary lists further ones\n',
    '  1 of 1 checks · 30 failed\n',
  ]);
});

test('A run that was interrupted says nothing; a check that ended with an error, or a test that fails, is an error of the suite.', () => {
  const { reporter, out, end, endWith } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  end('a');
  end('b');
  reporter.onTestEnd(theRun, endedAs('interrupted'));
  expect(out).toEqual(['  2 of 20 checks\n']);
  endWith('GT-BODY: \u001b[31m::x', errorAttachment);
  expect(out.at(-1)).toBe('  the suite failed in GT-BODY: ::x\n');
  reporter.onTestEnd(theRun, endedAs('failed'));
  expect(out.at(-1)).toBe('  the suite failed in the run\n');
});

test('What slowed a run down is said when it ends, with what to do about it; what hardly did is not.', () => {
  const { reporter, out } = aReporter(false);
  const none = { sent: 9_000, turnedAway: 0, closed: 0, atOnce: 32, fewest: 32 };
  const annotations = [
    ...slowedText({ ...none, turnedAway: 812, fewest: 2 }),
    ...slowedText({ ...none, closed: 1_204 }),
    ...slowedText({ ...none, turnedAway: 19, closed: 80 }),
  ].map((description) => ({ type: slowedAnnotation, description }));
  reporter.onTestEnd(theRun, { ...endedAs('passed'), annotations });
  const said = out.join('').replace(/\s+/g, ' ');
  expect(said.match(/slowed down/g)).toHaveLength(2);
  expect(said).toContain(
    'turned 812 requests away as too many. The run paused, and at times sent only 2 at once instead of 32.',
  );
  expect(said).toContain('closed 1204 kept connections');
  for (const line of out.join('').split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('Steps of a check are not checks.', () => {
  const { reporter, out } = aReporter(false);
  reporter.onBegin(config, suiteOf(1));
  const hook = { ...aStep('Before Hooks'), category: 'hook' } as TestStep;
  reporter.onStepEnd(theRun, endedAs('passed'), hook);
  expect(out).toEqual([]);
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
  const { reporter, out, pass, end } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  for (const id of ['a', 'b', 'c']) end(id);
  pass(6_000);
  end('d');
  expect(out.at(-1)).toBe('  4 of 20 checks · about 24 s left\n');
});

test('Results that cannot be written are reported once, without naming a requirement.', () => {
  const { reporter, out, errors, told, endWith } = aReporter(false);
  reporter.onBegin(config, suiteOf(20));
  for (const id of ['one', 'two']) endWith(`TITLE-${id}`, unwritableAttachment);
  reporter.onTestEnd(theRun, endedAs('failed'));
  reporter.onError({ message: 'Testing stopped early.' });
  const said = out.join('');
  expect(said.match(/the results can no longer be written/g)).toHaveLength(1);
  expect(said).not.toContain('TITLE');
  expect(said).not.toContain('the suite failed');
  expect(told).toEqual(['why TITLE-one']);
  expect(errors).toEqual([]);
});
