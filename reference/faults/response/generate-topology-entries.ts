import type { Members } from '../altered-draft.ts';
import { changeBody } from '../change-success.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';

const operation = 'generate-topology';

function entryRow(
  id: string,
  title: string,
  change: (entries: readonly unknown[]) => readonly unknown[],
): FaultRow {
  return {
    id,
    title,
    requirements: ['GT-RES-ENTRY', 'GT-ENTRY-DISTINCT'],
    quote:
      'Each entry is a serialized topology transaction that must be signed and submitted in the allocate-party process.',
    apply: changeBody(operation, (members) => ({
      ...members,
      topologyTransactions: change(entriesOf(members)),
    })),
  };
}

function entriesOf({ topologyTransactions }: Members): readonly unknown[] {
  return Array.isArray(topologyTransactions) ? topologyTransactions : [];
}

/** Entries of topologyTransactions that are not non-empty strings (rulings 4 and 10). */
export const topologyEntryFaults = faultsOf(operation, [
  entryRow('entry-is-null', 'An entry of topologyTransactions is null.', () => [null]),
  entryRow('entry-is-a-number', 'An entry of topologyTransactions is a number.', () => [0]),
  entryRow('entry-is-an-object', 'An entry of topologyTransactions is an object.', (entries) =>
    entries.map((serialized) => ({ serialized })),
  ),
  entryRow('entry-is-a-list', 'An entry of topologyTransactions is a list of bytes.', (entries) =>
    entries.map((entry) => [...Buffer.from(String(entry), 'base64')]),
  ),
  entryRow('entry-is-empty', 'An entry of topologyTransactions is an empty string.', () => ['']),
  entryRow('second-entry-is-null', 'The second entry of topologyTransactions is null.', (entries) => [
    ...entries,
    null,
  ]),
  entryRow(
    'second-entry-is-empty',
    'The second entry of topologyTransactions is an empty string.',
    (entries) => [...entries, ''],
  ),
  entryRow('second-entry-is-a-boolean', 'The second entry of topologyTransactions is true.', (entries) => [
    ...entries,
    true,
  ]),
]);
