import type { Ledger } from '../ledger.ts';

/** How long a submission is on its way: milliseconds. */
const flight = 50;

const accepted = new WeakMap<Ledger, Map<string, number>>();

/** Whether the prepared transaction was accepted a moment ago. */
export function isInFlight(ledger: Ledger, prepared: string): boolean {
  const since = accepted.get(ledger)?.get(prepared);
  return since !== undefined && performance.now() - since < flight;
}

/** Accepts a submission; its outcome shows elsewhere. */
export function takeOff(ledger: Ledger, prepared: string): void {
  const all = accepted.get(ledger) ?? new Map<string, number>();
  accepted.set(ledger, all);
  all.set(prepared, performance.now());
}
