import type { CaseLine } from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { JudgementLine, SummedTraffic } from '../../journal/journal-line.ts';
import { addSummedTraffic, addTraffic, noTraffic } from '../../journal/sum-cases.ts';

/** How many requests of an operation were sent, answered and retried. */
export interface OperationTraffic extends SummedTraffic {
  /** The first exchanges of unanswered requests. */
  withoutAnswer: string[];
  /** The first exchanges of requests that were answered only on a retry. */
  repeated: string[];
}

export function emptyTraffic(): OperationTraffic {
  return { ...noTraffic(), withoutAnswer: [], repeated: [] };
}

/** Adds the requests of a kept case, with the exchanges of unanswered ones. */
export function addCaseTraffic(traffic: OperationTraffic, line: CaseLine, judgement: JudgementLine): void {
  addTraffic(traffic, line, judgement);
  const { unanswered, recovered } = judgement;
  if (recovered > 0) addFirst(traffic, 'repeated', sentAgain(line));
  if (unanswered.length > 0)
    addFirst(
      traffic,
      'withoutAnswer',
      unanswered.flatMap(({ exchanges }) => exchanges),
    );
}

/** Adds what was counted elsewhere. */
export function mergeTraffic(traffic: OperationTraffic, more: OperationTraffic): void {
  addSummedTraffic(traffic, more);
  for (const kept of ['withoutAnswer', 'repeated'] as const) addFirst(traffic, kept, more[kept]);
}

function addFirst(
  traffic: OperationTraffic,
  kept: 'withoutAnswer' | 'repeated',
  more: readonly string[],
): void {
  if (more.length > 0)
    traffic[kept] = [...new Set([...traffic[kept], ...more])].sort(compareIds).slice(0, 20);
}

function sentAgain({ attempts }: CaseLine): string[] {
  const again = new Set(attempts.filter(({ attempt }) => attempt > 1).map(({ ordinal }) => ordinal));
  return attempts.filter(({ ordinal }) => again.has(ordinal)).map(({ exchange }) => exchange);
}
