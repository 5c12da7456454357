import type { CaseLine, JudgementLine } from '../harness/journal-line.ts';
import type { SummedTraffic } from '../harness/sum-line.ts';
import { compareIds } from './compare-ids.ts';

/** How the requests of one operation fared in a run. */
export interface OperationTraffic {
  /** Requests sent for a case of its own; an exchange that several cases share is one request. */
  requests: number;
  /** Requests as cases see them: a shared one counts in each. */
  seen: number;
  /** Of those seen, how many never got a settled answer. */
  troubles: number;
  /** Whether each trouble was a well-formed "not now" (ruling 26). */
  onlyBusy: boolean;
  /** The first exchanges without a settled answer. */
  troubled: string[];
  /** Requests that were answered only when repeated. */
  recovered: number;
  repeated: string[];
}

export function emptyTraffic(): OperationTraffic {
  return { requests: 0, seen: 0, troubles: 0, onlyBusy: true, troubled: [], recovered: 0, repeated: [] };
}

export function addTraffic(
  traffic: OperationTraffic,
  { id, places }: CaseLine,
  judgement: JudgementLine,
): void {
  const ordinals = new Map<number, string[]>();
  for (const { ordinal, exchange } of places)
    ordinals.set(ordinal, [...(ordinals.get(ordinal) ?? []), exchange]);
  traffic.seen += ordinals.size;
  for (const exchanges of ordinals.values()) {
    if (exchanges.some((exchange) => exchange.startsWith(`${id}#`))) traffic.requests += 1;
    if (judgement.recovered > 0 && exchanges.length > 1)
      traffic.repeated = first([...traffic.repeated, ...exchanges]);
  }
  traffic.recovered += judgement.recovered;
  traffic.troubles += judgement.troubles.length;
  for (const { kind, wellFormed, exchanges } of judgement.troubles) {
    if (kind !== 'busy' || !wellFormed) traffic.onlyBusy = false;
    traffic.troubled = first([...traffic.troubled, ...exchanges]);
  }
}

/** The same of cases that are not kept one by one. */
export function addSummedTraffic(traffic: OperationTraffic, sum: SummedTraffic): void {
  traffic.requests += sum.requests;
  traffic.seen += sum.seen;
  traffic.troubles += sum.troubles;
  traffic.recovered += sum.recovered;
  if (!sum.onlyBusy) traffic.onlyBusy = false;
}

function first(exchanges: readonly string[]): string[] {
  return exchanges.length <= 1 ? [...exchanges] : [...new Set(exchanges)].sort(compareIds).slice(0, 20);
}
