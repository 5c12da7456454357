import type { CaseLine } from '../../journal/case-line.ts';
import { addTraffic, noTraffic } from '../../journal/case-traffic.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import type { SummedTraffic } from '../../journal/sum-line.ts';

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
  if (judgement.recovered > 0) traffic.repeated = first([...traffic.repeated, ...sentAgain(line)]);
  for (const { exchanges } of judgement.unanswered)
    traffic.withoutAnswer = first([...traffic.withoutAnswer, ...exchanges]);
}

function sentAgain({ attempts }: CaseLine): readonly string[] {
  const again = new Set(attempts.filter(({ attempt }) => attempt > 1).map(({ ordinal }) => ordinal));
  return attempts.filter(({ ordinal }) => again.has(ordinal)).map(({ exchange }) => exchange);
}

function first(exchanges: readonly string[]): string[] {
  return exchanges.length <= 1 ? [...exchanges] : [...new Set(exchanges)].sort(compareIds).slice(0, 20);
}
