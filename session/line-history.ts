import type { Connection } from '../wire/connections.ts';

/** How many exchanges before a request are remembered: enough to see what it depends on. */
const remembered = 8;

const histories = new WeakMap<object, string[]>();

/** The ids of the last exchanges on a connection that is lent to a check; undefined on any other, or if there are none. */
export function exchangesBefore(connection: Connection | undefined): readonly string[] | undefined {
  const history = typeof connection === 'object' ? histories.get(connection) : undefined;
  return history === undefined || history.length === 0 ? undefined : [...history];
}

/** Remembers an exchange on such a connection. */
export function sentOn(connection: Connection | undefined, exchange: string): void {
  if (typeof connection !== 'object') return;
  const history = histories.get(connection) ?? [];
  histories.set(connection, history);
  history.push(exchange);
  if (history.length > remembered) history.shift();
}
