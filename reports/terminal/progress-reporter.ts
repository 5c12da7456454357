import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { brokenAnnotation, errorAnnotation, unwritableAnnotation } from '../../session/test-annotations.ts';
import { cut, plainLine, plainText } from '../formats/plain-text.ts';
import { columnsOf } from './lines.ts';
import { isDue, type Progress, progressLine } from './progress.ts';

/** An output for progress, such as process.stdout. */
interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

function projectOf(test: TestCase): string {
  return test.titlePath()[1] ?? '';
}

/** The descriptions of the annotations of a type. */
function saidOf({ annotations }: TestResult, wanted: string): readonly string[] {
  return annotations.flatMap(({ type, description = '' }) => (type === wanted ? [description] : []));
}

/** Findings fail no test, and an interrupted one says nothing about the target. */
function isErrorOfSuite(result: TestResult): boolean {
  return ['failed', 'timedOut'].includes(result.status) || saidOf(result, errorAnnotation).length > 0;
}

/** How many lines about failures a run prints; the report has all of them. */
const namedAtMost = 10;

/**
 * A Playwright reporter that shows only progress, and each requirement that breaks, as the report names it; the command
 * prints the summary, from the report. On a terminal, progress is one line that overwrites itself.
 */
export default class ProgressReporter implements Reporter {
  readonly #out: Output;
  readonly #errors: Output;
  readonly #now: () => number;
  #started = 0;
  #progress: Progress = { done: 0, failed: 0, total: 0, elapsedMs: 0, queues: [] };
  readonly #queues = new Map<string, { done: number; total: number }>();
  #said: Progress = this.#progress;
  /** One worker for all queues, if there are fewer workers than queues. */
  #isOneQueue = false;
  readonly #broken = new Set<string>();
  #named = 0;
  /** Whether results can no longer be written: every later error follows from that. */
  #isUnwritable = false;

  /** Playwright passes the options of its configuration; tests pass outputs and a clock in milliseconds. */
  constructor(
    options: { readonly out?: Output; readonly errors?: Output; readonly now?: () => number } = {},
  ) {
    this.#out = options.out ?? process.stdout;
    this.#errors = options.errors ?? process.stderr;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Tells Playwright not to add a reporter of its own. */
  printsToStdio(): boolean {
    return true;
  }

  onBegin({ workers }: FullConfig, suite: Suite): void {
    this.#started = this.#now();
    const tests = suite.allTests();
    this.#isOneQueue = workers < new Set(tests.map(projectOf)).size;
    for (const test of tests) this.#queueOf(test).total += 1;
    this.#progress = { done: 0, failed: 0, total: tests.length, elapsedMs: 0, queues: [] };
    this.#said = this.#progress;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { done, total } = this.#progress;
    this.#queueOf(test).done += 1;
    const found = saidOf(result, brokenAnnotation).filter((each) => !this.#broken.has(each));
    for (const each of found) this.#broken.add(each);
    this.#progress = {
      queues: [...this.#queues.values()],
      done: done + 1,
      failed: this.#broken.size,
      total,
      elapsedMs: this.#now() - this.#started,
    };
    for (const each of found) this.#name(`  FAILED ${plainLine(each, 200)}`);
    if (saidOf(result, unwritableAnnotation).length > 0) this.#sayUnwritable();
    else if (!this.#isUnwritable && isErrorOfSuite(result))
      this.#print(`  the suite failed in ${plainLine(test.title, 200)}`);
    this.#show();
  }

  onError(error: TestError): void {
    if (this.#isUnwritable) return;
    this.#clear();
    const text = plainText(error.message ?? error.value ?? 'no message', 2_000);
    this.#errors.write(`Error outside the checks: ${text}\n`);
  }

  onEnd(): void {
    this.#clear();
  }

  /** Once for all tests; the command says why when it ends. */
  #sayUnwritable(): void {
    if (!this.#isUnwritable) this.#print('  the results can no longer be written; the run stops');
    this.#isUnwritable = true;
  }

  /** A project has one worker, so its tests form a queue. */
  #queueOf(test: TestCase): { done: number; total: number } {
    const name = this.#isOneQueue ? '' : projectOf(test);
    const known = this.#queues.get(name) ?? { done: 0, total: 0 };
    this.#queues.set(name, known);
    return known;
  }

  #show(): void {
    if (this.#out.isTTY === true) {
      this.#out.write(`\r\u001b[2K${cut(progressLine(this.#progress), columnsOf(this.#out) - 1)}`);
    } else if (isDue(this.#progress, this.#said)) {
      this.#said = this.#progress;
      this.#out.write(`${progressLine(this.#progress)}\n`);
    }
  }

  #name(text: string): void {
    this.#named += 1;
    if (this.#named <= namedAtMost) this.#print(text);
    else if (this.#named === namedAtMost + 1) this.#print('  … the summary lists further ones');
  }

  #print(text: string): void {
    this.#clear();
    this.#out.write(`${text}\n`);
  }

  #clear(): void {
    if (this.#out.isTTY === true) this.#out.write('\r\u001b[2K');
  }
}
