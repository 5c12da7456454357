import { withMediaType, withStatus, withText } from '../altered-draft.ts';
import { changeBody, changeSuccess } from '../change-success.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';

const operation = 'generate-topology';

const rows: readonly FaultRow[] = [
  {
    id: 'transactions-is-empty',
    title: 'topologyTransactions is an empty array.',
    requirements: ['GT-RES-TRANSACTIONS-NONEMPTY', 'GT-ENTRY-DISTINCT'],
    quote: '| topologyTransactions | array of string | yes | Must be non-empty.',
    apply: changeBody(operation, (members) => ({ ...members, topologyTransactions: [] })),
  },
  {
    id: 'multi-hash-is-empty',
    title: 'multiHash is an empty string.',
    requirements: ['GT-RES-MULTIHASH-NONEMPTY', 'GT-MULTIHASH-BOUND'],
    quote: '| multiHash | string | yes | Must be non-empty.',
    apply: changeBody(operation, (members) => ({ ...members, multiHash: '' })),
  },
  {
    id: 'success-is-a-list',
    title: 'A success is an array that holds the object.',
    requirements: ['GT-RES-MEDIA'],
    quote: quotes.generateSuccess,
    apply: changeBody(operation, (members) => [members]),
  },
  {
    id: 'success-is-json-in-text',
    title: 'A success is a string that holds the JSON.',
    requirements: ['GT-RES-MEDIA'],
    quote: quotes.generateSuccess,
    apply: changeBody(operation, (members) => JSON.stringify(members)),
  },
  {
    id: 'success-is-wrapped',
    title: 'A success is an object with the documented one in a member "result".',
    requirements: ['GT-RES-PARTYID', 'GT-RES-FINGERPRINT', 'GT-RES-TRANSACTIONS', 'GT-RES-MULTIHASH'],
    quote: quotes.generateSuccess,
    apply: changeBody(operation, (result) => ({ result })),
  },
  {
    id: 'success-in-snake-case',
    title: 'The fields of a success are written in snake_case.',
    requirements: ['GT-RES-PARTYID', 'GT-RES-FINGERPRINT', 'GT-RES-TRANSACTIONS', 'GT-RES-MULTIHASH'],
    quote: quotes.generateSuccess,
    apply: changeBody(operation, (members) =>
      Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          value,
        ]),
      ),
    ),
  },
  {
    id: 'success-has-status-201',
    title: 'Success of generate-topology has status 201.',
    requirements: ['GT-SUCCESS'],
    quote: quotes.generateSuccess,
    apply: changeSuccess(operation, (draft) => withStatus(draft, 201)),
  },
  {
    id: 'success-has-status-202',
    title: 'Success of generate-topology has status 202.',
    requirements: ['GT-SUCCESS'],
    quote: quotes.generateSuccess,
    apply: changeSuccess(operation, (draft) => withStatus(draft, 202)),
  },
  {
    id: 'success-is-text-plain',
    title: 'A success has Content-Type text/plain.',
    requirements: ['GT-RES-MEDIA'],
    quote: quotes.generateSuccess,
    apply: changeSuccess(operation, (draft) => withMediaType(draft, 'text/plain; charset=utf-8')),
  },
  {
    id: 'success-has-no-media-type',
    title: 'A success has no Content-Type.',
    requirements: ['GT-RES-MEDIA'],
    quote: quotes.generateSuccess,
    apply: changeSuccess(operation, (draft) => withMediaType(draft, undefined)),
  },
  {
    id: 'success-is-followed-by-text',
    title: 'Text follows the JSON of a success.',
    requirements: ['GT-RES-MEDIA'],
    quote: quotes.generateSuccess,
    apply: changeSuccess(operation, (draft) =>
      draft.content.kind === 'json'
        ? withText(draft, `${JSON.stringify(draft.content.value)} OK`)
        : undefined,
    ),
  },
];

/** Successes of generate-topology that do not have the documented structure (rulings 1 and 2). */
export const topologyBodyFaults = faultsOf(operation, rows);
