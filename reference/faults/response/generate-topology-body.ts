import { withMediaType, withStatus, withText } from '../altered-draft.ts';
import { changeBody, changeSuccess } from '../change-success.ts';
import { breaking, type FaultRow, faultsOf, quoting } from '../fault-row.ts';

const operation = 'generate-topology';
const fields = ['GT-RES-PARTYID', 'GT-RES-FINGERPRINT', 'GT-RES-TRANSACTIONS', 'GT-RES-MULTIHASH'];

const rows: readonly FaultRow[] = [
  {
    id: 'transactions-is-empty',
    title: 'topologyTransactions is an empty array.',
    requirements: ['GT-RES-TRANSACTIONS-NONEMPTY', 'GT-ENTRY-DISTINCT'],
    apply: changeBody(operation, (members) => ({ ...members, topologyTransactions: [] })),
  },
  {
    id: 'multi-hash-is-empty',
    title: 'multiHash is an empty string.',
    requirements: ['GT-RES-MULTIHASH-NONEMPTY', 'GT-MULTIHASH-BOUND'],
    apply: changeBody(operation, (members) => ({ ...members, multiHash: '' })),
  },
  ...breaking(['GT-RES-MEDIA'], {
    'success-is-a-list': ['A success is an array that holds the object.', changeBody(operation, (members) => [members])],
    'success-is-json-in-text': ['A success is a string that holds the JSON.', changeBody(operation, (members) => JSON.stringify(members))],
  }),
  ...quoting(
    'GT-SUCCESS',
    breaking(fields, {
      'success-is-wrapped': ['A success is an object with the documented one in a member "result".', changeBody(operation, (result) => ({ result }))],
      'success-in-snake-case': [
        'The fields of a success are written in snake_case.',
        changeBody(operation, (members) =>
          Object.fromEntries(Object.entries(members).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value])),
        ),
      ],
    }),
  ),
  ...breaking(['GT-SUCCESS'], {
    'success-has-status-201': ['Success of generate-topology has status 201.', changeSuccess(operation, (draft) => withStatus(draft, 201))],
    'success-has-status-202': ['Success of generate-topology has status 202.', changeSuccess(operation, (draft) => withStatus(draft, 202))],
  }),
  ...breaking(['GT-RES-MEDIA'], {
    'success-is-text-plain': ['A success has Content-Type text/plain.', changeSuccess(operation, (draft) => withMediaType(draft, 'text/plain; charset=utf-8'))],
    'success-has-no-media-type': ['A success has no Content-Type.', changeSuccess(operation, (draft) => withMediaType(draft, undefined))],
    'success-is-followed-by-text': [
      'Text follows the JSON of a success.',
      changeSuccess(operation, (draft) => (draft.content.kind === 'json' ? withText(draft, `${JSON.stringify(draft.content.value)} OK`) : undefined)),
    ],
  }),
];

/** Successes of generate-topology that do not have the documented structure (rulings 1 and 2). */
export const topologyBodyFaults = faultsOf(operation, rows);
