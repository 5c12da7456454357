import { isOfLimits } from '../wire/exchange.ts';
import type { CaseLine } from './case-line.ts';
import type { JudgementLine } from './journal-line.ts';
import type { SummedTraffic } from './sum-line.ts';

export function noTraffic(): SummedTraffic {
  return { requests: 0, seen: 0, unanswered: 0, onlyBusy: true, recovered: 0 };
}

/** Adds the requests of a case to a total. */
export function addTraffic(into: SummedTraffic, { id, attempts }: CaseLine, judgement: JudgementLine): void {
  const own = new Set<number>();
  const seen = new Set<number>();
  for (const { ordinal, exchange } of attempts) {
    seen.add(ordinal);
    if (exchange.startsWith(`${id}#`)) own.add(ordinal);
  }
  const { unanswered, recovered } = judgement;
  const onlyBusy = unanswered.every(
    ({ kind, wellFormed }) => (kind === 'busy' && wellFormed) || isOfLimits(kind),
  );
  addSummedTraffic(into, {
    requests: own.size,
    seen: seen.size,
    unanswered: unanswered.length,
    onlyBusy,
    recovered,
  });
}

/** The same for cases that are not kept individually. */
export function addSummedTraffic(into: SummedTraffic, sum: SummedTraffic): void {
  into.requests += sum.requests;
  into.seen += sum.seen;
  into.unanswered += sum.unanswered;
  into.recovered += sum.recovered;
  if (!sum.onlyBusy) into.onlyBusy = false;
}
