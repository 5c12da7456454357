import type { Members } from '../altered-draft.ts';
import { changeBody } from '../change-success.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';

const operation = 'generate-topology';

function changeEntries(change: (entries: readonly unknown[]) => readonly unknown[]): Change {
  return changeBody(operation, (members) => ({
    ...members,
    topologyTransactions: change(entriesOf(members)),
  }));
}

function entriesOf({ topologyTransactions }: Members): readonly unknown[] {
  return Array.isArray(topologyTransactions) ? topologyTransactions : [];
}

/** Entries of topologyTransactions that are not non-empty strings (rulings 4 and 10). */
export const topologyEntryFaults = faultsOf(
  operation,
  breaking(['GT-RES-ENTRY', 'GT-ENTRY-DISTINCT'], {
    'entry-is-null': ['An entry of topologyTransactions is null.', changeEntries(() => [null])],
    'entry-is-a-number': ['An entry of topologyTransactions is a number.', changeEntries(() => [0])],
    'entry-is-an-object': ['An entry of topologyTransactions is an object.', changeEntries((entries) => entries.map((serialized) => ({ serialized })))],
    'entry-is-a-list': [
      'An entry of topologyTransactions is a list of bytes.',
      changeEntries((entries) => entries.map((entry) => [...Buffer.from(String(entry), 'base64')])),
    ],
    'entry-is-empty': ['An entry of topologyTransactions is an empty string.', changeEntries(() => [''])],
    'second-entry-is-null': ['The second entry of topologyTransactions is null.', changeEntries((entries) => [...entries, null])],
    'second-entry-is-empty': ['The second entry of topologyTransactions is an empty string.', changeEntries((entries) => [...entries, ''])],
    'second-entry-is-a-boolean': ['The second entry of topologyTransactions is true.', changeEntries((entries) => [...entries, true])],
  }),
);
