import type { Ledger } from '../ledger.ts';

interface Flight {
  readonly submissionId: string;
  readonly since: number;
}

const accepted = new WeakMap<Ledger, Map<string, Flight>>();

/** The id under which the prepared transaction was accepted a moment ago; undefined if it was not. */
export function inFlight(ledger: Ledger, prepared: string): string | undefined {
  const found = accepted.get(ledger)?.get(prepared);
  return found !== undefined && performance.now() - found.since < ledger.flight
    ? found.submissionId
    : undefined;
}

/** Accepts a submission; its outcome is visible elsewhere. */
export function takeOff(ledger: Ledger, prepared: string, submissionId: string): void {
  const all = accepted.get(ledger) ?? new Map<string, Flight>();
  accepted.set(ledger, all);
  all.set(prepared, { submissionId, since: performance.now() });
}
