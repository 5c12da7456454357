import type { Ledger } from '../../ledger.ts';

const held = new WeakMap<Ledger, Map<string, Map<string, unknown>>>();

/** The rights of a user by their JSON text; the server's own user is a participant administrator. */
export function rightsOf(ledger: Ledger, user: string): Map<string, unknown> {
  const all = held.get(ledger) ?? new Map<string, Map<string, unknown>>();
  held.set(ledger, all);
  const known = all.get(user) ?? new Map(user === ledger.userId ? [entryOf(administrator)] : []);
  all.set(user, known);
  return known;
}

const administrator = { kind: { ParticipantAdmin: { value: {} } } };

export function entryOf(right: unknown): [string, unknown] {
  return [JSON.stringify(right), right];
}
