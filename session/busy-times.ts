import type { Operation } from '../requirements/requirement.ts';

/** How long each operation has rejected every request as too many. */
export interface BusyTimes {
  /** A request was rejected as one too many. */
  rejected(operation: Operation): void;
  /** A request got another response. */
  ended(operation: Operation): void;
  /** Milliseconds since the first of them; 0 if the last response was another one. */
  of(operation: Operation): number;
}

/** @param now a clock in milliseconds */
export function createBusyTimes(now: () => number): BusyTimes {
  const since = new Map<Operation, number>();
  return {
    rejected(operation) {
      if (!since.has(operation)) since.set(operation, now());
    },
    ended: (operation) => void since.delete(operation),
    of: (operation) => now() - (since.get(operation) ?? now()),
  };
}
