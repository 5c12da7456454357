import type { Connection, Line } from '../wire/connections.ts';

/** How many exchanges before a request are remembered: enough to see what it depends on. */
const remembered = 8;

/** The ids of the last exchanges on a connection that is lent to a check; undefined on any other, or if there are none. */
export function exchangesBefore(connection: Connection | undefined): readonly string[] | undefined {
  return typeof connection === 'object' ? connection.history?.exchanges : undefined;
}

/** Since when such a connection is idle, by the clock of the session; since ever if it was never used. */
export function idleSince(line: Line): number {
  return line.history?.since ?? Number.NEGATIVE_INFINITY;
}

/** Remembers an exchange on such a connection, which has ended now. */
export function sentOn(connection: Connection | undefined, exchange: string, now: number): void {
  if (typeof connection !== 'object') return;
  const before = connection.history?.exchanges ?? [];
  connection.history = { exchanges: [...before, exchange].slice(-remembered), since: now };
}
