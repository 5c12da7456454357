import type { CaseLine, JudgementLine } from './journal-line.ts';
import type { SummedTraffic } from './sum-line.ts';

export function noTraffic(): SummedTraffic {
  return { requests: 0, seen: 0, troubles: 0, onlyBusy: true, recovered: 0 };
}

/** Adds the requests of a case to those of others. */
export function addTraffic(into: SummedTraffic, { id, places }: CaseLine, judgement: JudgementLine): void {
  const own = new Set<number>();
  const seen = new Set<number>();
  for (const { ordinal, exchange } of places) {
    seen.add(ordinal);
    if (exchange.startsWith(`${id}#`)) own.add(ordinal);
  }
  const { troubles, recovered } = judgement;
  const onlyBusy = troubles.every(({ kind, wellFormed }) => kind === 'busy' && wellFormed);
  addSummedTraffic(into, {
    requests: own.size,
    seen: seen.size,
    troubles: troubles.length,
    onlyBusy,
    recovered,
  });
}

/** The same of cases that are not kept one by one. */
export function addSummedTraffic(into: SummedTraffic, sum: SummedTraffic): void {
  into.requests += sum.requests;
  into.seen += sum.seen;
  into.troubles += sum.troubles;
  into.recovered += sum.recovered;
  if (!sum.onlyBusy) into.onlyBusy = false;
}
