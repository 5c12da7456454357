import { compareIds } from '../../journal/compare-ids.ts';
import { addCount, entryOf, insertInOrder } from '../../journal/group-by.ts';
import type { ExchangeTiming } from '../../journal/stored-exchange.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { isOperation, operationStems } from '../../schemas/openapi.ts';
import type { OperationDurations, Report } from './report.ts';

const shownSlowest = 10;

/** Limits of histogram classes between 1 and 10; the same follow in each decade. */
const limits = [1, 1.5, 2, 3, 5, 7] as const;

/** Neighbouring classes for comparing runs differ by one percent, far less than what counts as a change. */
const step = Math.log(1.01);

/** The lowest of these classes, in milliseconds; no answer is faster. */
const least = 0.001;

/** The middle of a class for comparing runs, in milliseconds. */
export function middleOf(paceClass: number): number {
  return least * Math.exp(paceClass * step);
}

/** The complete answers of one operation. */
export interface Answers {
  count: number;
  /** By duration in tenths of a millisecond, so that memory is bounded. */
  readonly byTime: Record<number, number>;
  /** Those of cases, by class for comparing runs. */
  readonly byPace: Record<number, number>;
  /** The slowest first. */
  readonly slowest: { readonly exchange: string; readonly ms: number }[];
}

/** How long exchanges took; it does not depend on their order. */
export interface Times {
  readonly answers: Partial<Record<Operation, Answers>>;
  /** By check; in microseconds, because sums of whole numbers do not depend on their order. */
  readonly checks: Record<string, number>;
}

const noAnswers = (): Answers => ({ count: 0, byTime: {}, byPace: {}, slowest: [] });

/** Adds an exchange; those of preflight do not count. */
export function addTime(times: Times, { id, ms, complete }: ExchangeTiming): void {
  const [, requirement, operation = ''] = /^([^@]+)@([^/]+)\//.exec(id) ?? [];
  if (requirement === undefined || requirement === 'preflight' || !isOperation(operation)) return;
  addCount(times.checks, `${requirement} ${operation}`, Math.round(ms * 1_000));
  if (!complete) return;
  const answers = entryOf(times.answers, operation, noAnswers);
  answers.count += 1;
  addCount(answers.byTime, Math.round(ms * 10), 1);
  // The final liveness check belongs to no case, and asks a server that may have stopped.
  if (id.includes('#')) addCount(answers.byPace, Math.round(Math.log(Math.max(ms, least) / least) / step), 1);
  insertInOrder(answers.slowest, { exchange: id, ms }, shownSlowest, bySlowness);
}

function bySlowness(a: Answers['slowest'][number], b: Answers['slowest'][number]): number {
  return b.ms - a.ms || compareIds(a.exchange, b.exchange);
}

/** The report with the durations of each operation and of each check. */
export function withDurations(report: Report, { answers, checks }: Times): Report {
  return {
    ...report,
    results: report.results.map((result) => {
      const time = checks[`${result.requirement} ${result.operation}`];
      return time === undefined ? result : { ...result, ms: Math.round(time / 100) / 10 };
    }),
    durations: operationStems.flatMap((operation) => {
      const known = answers[operation];
      return known === undefined ? [] : [durationsOf(operation, known)];
    }),
  };
}

function durationsOf(operation: Operation, { count, byTime, slowest }: Answers): OperationDurations {
  const sorted = Object.entries(byTime).map(([tenths, times]) => [Number(tenths), times] as const);
  const percentile = (share: number): number => quantileOf(sorted, share) / 10;
  return {
    operation,
    answers: count,
    p50: percentile(0.5),
    p90: percentile(0.9),
    p99: percentile(0.99),
    max: percentile(1),
    histogram: histogramOf(sorted),
    slowest,
  };
}

/** By the nearest rank: the least value that this share of all does not exceed; 0 if there are none. */
export function quantileOf(
  weighted: readonly (readonly [value: number, weight: number])[],
  share: number,
): number {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  let rank = 0;
  for (const [value, weight] of [...weighted].sort(([a], [b]) => a - b)) {
    rank += weight;
    if (rank >= share * total) return value;
  }
  return 0;
}

/** The number of answers in each class, from the first to the last that is not empty. */
function histogramOf(sorted: readonly (readonly [tenths: number, times: number])[]) {
  const classes: { upTo: number; answers: number }[] = [];
  const [[shortest] = [0]] = sorted;
  let at = classOf(shortest / 10);
  let answers = 0;
  for (const [tenths, times] of sorted) {
    while (tenths / 10 > limitAt(at)) {
      classes.push({ upTo: limitAt(at), answers });
      answers = 0;
      at += 1;
    }
    answers += times;
  }
  return [...classes, { upTo: limitAt(at), answers }];
}

/** The first class whose limit is not below a duration in milliseconds. */
function classOf(ms: number): number {
  let at = -limits.length;
  while (ms > limitAt(at)) at += 1;
  return at;
}

/** The limit of a class in milliseconds; class 0 ends at 1. */
function limitAt(index: number): number {
  const decade = Math.floor(index / limits.length);
  const limit = limits[index - decade * limits.length] ?? 1;
  return Number((limit * 10 ** decade).toPrecision(2));
}
