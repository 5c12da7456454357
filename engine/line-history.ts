import type { Connection, Line } from '../wire/connections.ts';

/** How many exchanges before a request are remembered: enough to see what it depends on. */
const remembered = 8;

/** The last exchanges on a connection, and when the last response had ended, by the clock of the session. */
const histories = new WeakMap<object, { readonly exchanges: string[]; readonly since: number }>();

/** The ids of the last exchanges on a connection that is lent to a check; undefined on any other, or if there are none. */
export function exchangesBefore(connection: Connection | undefined): readonly string[] | undefined {
  const history = typeof connection === 'object' ? histories.get(connection) : undefined;
  return history === undefined ? undefined : [...history.exchanges];
}

/** Since when such a connection is idle, by the clock of the session; since ever if it was never used. */
export function idleSince(line: Line): number {
  return histories.get(line)?.since ?? Number.NEGATIVE_INFINITY;
}

/** Remembers an exchange on such a connection, which has ended now. */
export function sentOn(connection: Connection | undefined, exchange: string, now: number): void {
  if (typeof connection !== 'object') return;
  const exchanges = histories.get(connection)?.exchanges ?? [];
  exchanges.push(exchange);
  if (exchanges.length > remembered) exchanges.shift();
  histories.set(connection, { exchanges, since: now });
}
