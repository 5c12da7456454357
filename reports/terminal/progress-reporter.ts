import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import {
  brokenAttachment,
  countAnnotation,
  errorAttachment,
  slowedAnnotation,
  unwritableAttachment,
} from '../../engine/run-progress.ts';
import { cut, plainLine, plainText } from '../formats/plain-text.ts';
import { columnsOf, joined, wrapped } from './lines.ts';

/** An output for progress, such as process.stdout. */
interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

/** The attachment of a step by its name, as text. */
function attached({ attachments }: TestStep, wanted: string): string | undefined {
  return attachments.find(({ name }) => name === wanted)?.body?.toString();
}

/** The number of checks that the test of a run says. */
function countIn(suite: Suite): number {
  const said = suite.allTests().flatMap(({ annotations }) => annotations);
  return Number(said.find(({ type }) => type === countAnnotation)?.description ?? 0);
}

/** How many lines about failures a run prints; the report has all of them. */
const namedAtMost = 10;

/**
 * A Playwright reporter that shows only the progress of a run, whose one test has a step for each check, and each requirement that
 * breaks, as the report names it; the command prints the summary, from the report. On a terminal, progress is one line that overwrites itself.
 */
export default class ProgressReporter implements Reporter {
  readonly #out: Output;
  readonly #errors: Output;
  readonly #now: () => number;
  readonly #tell: (unwritable: string) => void;
  #started = 0;
  #total = 0;
  #done = 0;
  /** What a log without a terminal was told last. */
  #said: Progress = { done: 0, failed: 0, total: 0, elapsedMs: 0 };
  readonly #broken = new Set<string>();
  /** Whether results can no longer be written: every later error follows from that. */
  #isUnwritable = false;

  /** Playwright passes the options of its configuration; tests pass what it writes to, and a clock in milliseconds. */
  constructor(
    options: {
      readonly out?: Output;
      readonly errors?: Output;
      readonly now?: () => number;
      /** Tells the command why results can no longer be written. */
      readonly tell?: (unwritable: string) => void;
    } = {},
  ) {
    this.#out = options.out ?? process.stdout;
    this.#errors = options.errors ?? process.stderr;
    this.#now = options.now ?? (() => performance.now());
    this.#tell = options.tell ?? ((unwritable) => process.send?.(unwritable));
  }

  /** Tells Playwright not to add a reporter of its own. */
  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#started = this.#now();
    this.#total = countIn(suite);
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    if (step.category !== 'test.step') return;
    this.#done += 1;
    const broken = JSON.parse(attached(step, brokenAttachment) ?? '[]') as readonly string[];
    for (const each of broken) if (!this.#broken.has(each)) this.#name(each);
    const unwritable = attached(step, unwritableAttachment);
    if (unwritable !== undefined) this.#sayUnwritable(unwritable);
    else if (attached(step, errorAttachment) !== undefined) this.#sayFailed(step.title);
    this.#show();
  }

  onTestEnd({ title }: TestCase, { status, annotations }: TestResult): void {
    const slowed = annotations.filter(({ type }) => type === slowedAnnotation);
    const lines = slowed.map(({ description = '' }) => wrapped('  ', description));
    const layout = { columns: columnsOf(this.#out), colour: false };
    if (lines.length > 0) this.#print(joined(lines, layout).trimEnd());
    // An interrupted run says nothing about the target.
    if (status === 'failed' || status === 'timedOut') this.#sayFailed(title);
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

  #sayFailed(title: string): void {
    if (!this.#isUnwritable) this.#print(`  the suite failed in ${plainLine(title, 200)}`);
  }

  /** Once for all checks; the command says why when it ends. */
  #sayUnwritable(why: string): void {
    if (this.#isUnwritable) return;
    this.#print('  the results can no longer be written; the run stops');
    this.#isUnwritable = true;
    this.#tell(why);
  }

  #show(): void {
    const elapsedMs = this.#now() - this.#started;
    const progress = { done: this.#done, failed: this.#broken.size, total: this.#total, elapsedMs };
    const line = progressLine(progress);
    if (this.#out.isTTY === true) {
      this.#out.write(`\r\u001b[2K${cut(line, columnsOf(this.#out) - 1)}`);
    } else if (isDue(progress, this.#said)) {
      this.#said = progress;
      this.#out.write(`${line}\n`);
    }
  }

  #name(broken: string): void {
    this.#broken.add(broken);
    const { size } = this.#broken;
    if (size <= namedAtMost) this.#print(`  FAILED ${plainLine(broken, 200)}`);
    else if (size === namedAtMost + 1) this.#print('  … the summary lists further ones');
  }

  #print(text: string): void {
    this.#clear();
    this.#out.write(`${text}\n`);
  }

  #clear(): void {
    if (this.#out.isTTY === true) this.#out.write('\r\u001b[2K');
  }
}

/** The progress of a run. */
interface Progress {
  readonly done: number;
  /** How many requirements are broken so far, each on each operation, as the report counts them. */
  readonly failed: number;
  readonly total: number;
  /** Milliseconds since the first check started. */
  readonly elapsedMs: number;
}

/** One line, such as `  137 of 261 checks · 3 failed · about 4 s left`. */
export function progressLine(progress: Progress): string {
  const { done, failed, total } = progress;
  const parts = [`${done} of ${total} checks`];
  if (failed > 0) parts.push(`${failed} failed`);
  const left = leftMs(progress);
  if (left !== undefined) parts.push(`about ${duration(left)} left`);
  return `  ${parts.join(' · ')}`;
}

/** What must be done, and for how long, before an estimate is worth anything. */
const worth = { share: 0.1, elapsedMs: 1_500 };

/** Undefined if nothing is left, or too little is done to tell. */
function leftMs({ done, total, elapsedMs }: Progress): number | undefined {
  if (done >= total || done < worth.share * total || elapsedMs < worth.elapsedMs) return undefined;
  return (elapsedMs / done) * (total - done);
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** Whether a log without a terminal is due another line: every tenth of the run, or after five seconds of silence. */
export function isDue(now: Progress, last: Progress): boolean {
  const tenth = ({ done, total }: Progress): number => Math.floor((10 * done) / Math.max(1, total));
  return now.done > last.done && (tenth(now) > tenth(last) || now.elapsedMs - last.elapsedMs >= 5_000);
}
