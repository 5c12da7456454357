import type { Operation } from '../requirements/requirement.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isTurnedAway } from '../wire/retry.ts';

/** How long each operation, and the target as a whole, has turned every request away. */
export interface BusyTimes {
  /** A request was turned away, or not. */
  took(operation: Operation, exchange: Exchange): void;
  /** A request was turned away. */
  rejected(operation: Operation): void;
  /** A request got another response. */
  ended(operation: Operation): void;
  /** Milliseconds since the first of them; 0 if the last response of the operation was another one. */
  of(operation: Operation): number;
  /** The same for the requests of all operations. */
  ofAll(): number;
  /** Whether the last response of the operation was a "not now", and not a connection that ended or was refused. */
  isSaid(operation: Operation): boolean;
}

/** @param now a clock in milliseconds */
export function createBusyTimes(now: () => number): BusyTimes {
  const since = new Map<Operation | 'all', number>();
  const said = new Set<Operation>();
  const of = (what: Operation | 'all'): number => now() - (since.get(what) ?? now());
  const rejected = (operation: Operation): void => {
    for (const what of [operation, 'all'] as const) if (!since.has(what)) since.set(what, now());
  };
  const ended = (operation: Operation): void => {
    since.delete(operation);
    since.delete('all');
  };
  return {
    took(operation, exchange) {
      const isBusy = isTurnedAway(exchange);
      if (isBusy && exchange.answer !== undefined) said.add(operation);
      else said.delete(operation);
      if (isBusy) rejected(operation);
      else if (exchange.answer !== undefined) ended(operation);
    },
    rejected,
    ended,
    of,
    ofAll: () => of('all'),
    isSaid: (operation) => said.has(operation),
  };
}
