import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { cut, plainLine, plainText } from './plain-text.ts';
import { isDue, type Progress, progressLine } from './progress.ts';

/** Where progress goes; process.stdout and process.stderr are such. */
interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

/**
 * A reporter for Playwright that says how far a run is and which checks failed, and nothing else: the summary is the
 * command's, from the report. On a terminal it is one line that overwrites itself.
 */
export default class ProgressReporter implements Reporter {
  readonly #out: Output;
  readonly #errors: Output;
  readonly #now: () => number;
  #started = 0;
  #progress: Progress = { done: 0, failed: 0, total: 0, elapsedMs: 0 };
  #said: Progress = this.#progress;
  readonly #named = new Set<string>();

  /** Playwright gives the options of its configuration; tests give outputs and a clock in milliseconds. */
  constructor(
    options: { readonly out?: Output; readonly errors?: Output; readonly now?: () => number } = {},
  ) {
    this.#out = options.out ?? process.stdout;
    this.#errors = options.errors ?? process.stderr;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Playwright need not print anything beside. */
  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#started = this.#now();
    this.#progress = { done: 0, failed: 0, total: suite.allTests().length, elapsedMs: 0 };
    this.#said = this.#progress;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const failed =
      result.status !== 'passed' && result.status !== 'skipped' && result.status !== test.expectedStatus;
    const { done, failed: before, total } = this.#progress;
    this.#progress = {
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
    this.#errors.write(`The suite met an error outside its checks: ${text}\n`);
  }

  onEnd(): void {
    this.#clear();
  }

  #show(): void {
    if (this.#out.isTTY === true) {
      this.#out.write(`\r\u001b[2K${cut(progressLine(this.#progress), (this.#out.columns ?? 80) - 1)}`);
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
