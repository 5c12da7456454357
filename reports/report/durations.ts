import { compareIds } from '../../journal/compare-ids.ts';
import type { ExchangeTiming } from '../../journal/exchange-timing.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { isOperation, operationStems } from '../../schemas/openapi.ts';
import type { OperationDurations, Report } from './report.ts';

/** Durations of the exchanges of a run; the result does not depend on their order. */
export interface Durations {
  /** Adds an exchange; of several with the same id, only the first counts. */
  take(timing: ExchangeTiming): void;
  /** The report with the durations of each operation and of each check. */
  addTo(report: Report): Report;
}

const shownSlowest = 10;

/** Limits of histogram classes between 1 and 10; the same follow in each decade. */
const limits = [1, 1.5, 2, 3, 5, 7] as const;

/** The complete answers of one operation. */
interface Answers {
  count: number;
  /** By duration in tenths of a millisecond, so that memory is bounded. */
  readonly byTime: Map<number, number>;
  /** The slowest first. */
  slowest: { readonly exchange: string; readonly ms: number }[];
}

export function createDurations(): Durations {
  const seen = new Set<string>();
  const answers = new Map<Operation, Answers>();
  /** In microseconds, because sums of whole numbers do not depend on their order. */
  const checks = new Map<string, number>();
  return {
    take({ id, ms, complete }) {
      const [, requirement, operation = ''] = /^([^@]+)@([^/]+)\//.exec(id) ?? [];
      if (requirement === undefined || requirement === 'preflight' || !isOperation(operation)) return;
      if (seen.has(id)) return;
      seen.add(id);
      const check = `${requirement} ${operation}`;
      checks.set(check, (checks.get(check) ?? 0) + Math.round(ms * 1_000));
      if (!complete) return;
      const known = answers.get(operation) ?? { count: 0, byTime: new Map(), slowest: [] };
      answers.set(operation, known);
      addAnswer(known, id, ms);
    },
    addTo: (report) => ({
      ...report,
      results: report.results.map((result) => {
        const time = checks.get(`${result.requirement} ${result.operation}`);
        return time === undefined ? result : { ...result, ms: Math.round(time / 100) / 10 };
      }),
      durations: operationStems.flatMap((operation) => {
        const known = answers.get(operation);
        return known === undefined ? [] : [durationsOf(operation, known)];
      }),
    }),
  };
}

function addAnswer(answers: Answers, exchange: string, ms: number): void {
  const tenths = Math.round(ms * 10);
  answers.count += 1;
  answers.byTime.set(tenths, (answers.byTime.get(tenths) ?? 0) + 1);
  const last = answers.slowest[shownSlowest - 1];
  if (last !== undefined && last.ms > ms) return;
  answers.slowest = [...answers.slowest, { exchange, ms }]
    .sort((a, b) => b.ms - a.ms || compareIds(a.exchange, b.exchange))
    .slice(0, shownSlowest);
}

function durationsOf(operation: Operation, { count, byTime, slowest }: Answers): OperationDurations {
  const sorted = [...byTime].sort(([a], [b]) => a - b);
  /** The nearest rank: the shortest duration that this share of answers does not exceed. */
  const percentile = (share: number): number => {
    let rank = 0;
    for (const [tenths, times] of sorted) {
      rank += times;
      if (rank >= share * count) return tenths / 10;
    }
    return 0;
  };
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
