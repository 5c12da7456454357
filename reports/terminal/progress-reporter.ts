import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { cut, plainLine, plainText } from '../formats/plain-text.ts';
import { columnsOf } from './lines.ts';
import { isDue, type Progress, progressLine } from './progress.ts';

/** An output for progress, such as process.stdout. */
interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

/** The number of cases in a test: a partition of a soak states it; for a check it is the average over all checks. */
function casesOf({ annotations }: TestCase): number {
  const said = annotations.find(({ type }) => type === 'cases')?.description;
  return said === undefined ? 25 : Number(said);
}

/**
 * A Playwright reporter that shows only progress and failed checks; the command prints the summary, from the report. On
 * a terminal, it is one line that overwrites itself.
 */
export default class ProgressReporter implements Reporter {
  readonly #out: Output;
  readonly #errors: Output;
  readonly #now: () => number;
  #started = 0;
  #progress: Progress = { done: 0, failed: 0, total: 0, elapsedMs: 0, queues: [] };
  readonly #queues = new Map<string, { done: number; total: number }>();
  #said: Progress = this.#progress;
  readonly #named = new Set<string>();

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

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#started = this.#now();
    const tests = suite.allTests();
    for (const test of tests) this.#queueOf(test).total += casesOf(test);
    this.#progress = { done: 0, failed: 0, total: tests.length, elapsedMs: 0, queues: [] };
    this.#said = this.#progress;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const failed =
      result.status !== 'passed' && result.status !== 'skipped' && result.status !== test.expectedStatus;
    const { done, failed: before, total } = this.#progress;
    this.#queueOf(test).done += casesOf(test);
    this.#progress = {
      queues: [...this.#queues.values()],
      done: done + 1,
      failed: before + (failed ? 1 : 0),
      total,
      elapsedMs: this.#now() - this.#started,
    };
    if (failed && !this.#named.has(test.id)) {
      this.#named.add(test.id);
      this.#print(`  failed: ${plainLine(test.title, 200)}`);
    }
    this.#show();
  }

  onError(error: TestError): void {
    this.#clear();
    const text = plainText(error.message ?? error.value ?? 'no message', 2_000);
    this.#errors.write(`Error outside the checks: ${text}\n`);
  }

  onEnd(): void {
    this.#clear();
  }

  /** A project has one worker, so its tests form a queue. */
  #queueOf(test: TestCase): { done: number; total: number } {
    const name = test.titlePath()[1] ?? '';
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

  #print(text: string): void {
    this.#clear();
    this.#out.write(`${text}\n`);
  }

  #clear(): void {
    if (this.#out.isTTY === true) this.#out.write('\r\u001b[2K');
  }
}
