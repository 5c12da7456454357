import { drop, media, members, set, status, text, value } from '../../rows/answers.ts';
import { success } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { type FaultEntry, faults, GT, quoting } from '../table.ts';

/** A required string that is missing or something else. */
function stringProblems(field: string, id: string): Record<string, FaultEntry> {
  const is = (clause: string, does: Action): FaultEntry => [`In answers of generate-topology ${field} ${clause}.`, does];
  return {
    [`${id}-is-missing`]: is('is missing', drop(`/${field}`)),
    [`${id}-is-null`]: is('is null', set(`/${field}`, null)),
    [`${id}-is-a-number`]: is('is a number', set(`/${field}`, 42)),
    [`${id}-is-an-object`]: is(
      'is an object around the string',
      set(`/${field}`, (inner: Json) => ({ value: inner })),
    ),
    [`${id}-is-a-list`]: is(
      'is a list that holds the string',
      set(`/${field}`, (inner: Json) => [inner]),
    ),
  };
}

const transactions = (to: Json): Action => set('/topologyTransactions', to);
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Successes of generate-topology that do not have the documented structure (rulings 1, 2, 4 and 10). */
export const topologyResponses: readonly Fault[] = [
  ...faults(GT, 'GT-RES-PARTYID', success, stringProblems('partyId', 'party-id')),
  ...faults(GT, 'GT-RES-FINGERPRINT', success, stringProblems('publicKeyFingerprint', 'fingerprint')),
  ...faults(GT, 'GT-RES-MULTIHASH', success, stringProblems('multiHash', 'multi-hash')),
  ...faults(GT, 'GT-RES-TRANSACTIONS', success, {
    'transactions-is-missing': ['In answers of generate-topology topologyTransactions is missing.', drop('/topologyTransactions')],
    'transactions-is-null': ['In answers of generate-topology topologyTransactions is null.', transactions(null)],
    'transactions-is-a-string': ['In answers of generate-topology topologyTransactions is a string.', transactions((all: Json[]) => all.join(','))],
    'transactions-is-an-object': [
      'In answers of generate-topology topologyTransactions is an object with numbered members.',
      transactions((all: Json[]) => ({ ...all })),
    ],
  }),
  ...faults(GT, ['GT-RES-ENTRY', 'GT-ENTRY-DISTINCT'], success, {
    'entry-is-null': ['An entry of topologyTransactions is null.', transactions([null])],
    'entry-is-a-number': ['An entry of topologyTransactions is a number.', transactions([0])],
    'entry-is-an-object': ['An entry of topologyTransactions is an object.', set('/topologyTransactions/*', (serialized: Json) => ({ serialized }))],
    'entry-is-a-list': [
      'An entry of topologyTransactions is a list of bytes.',
      set('/topologyTransactions/*', (entry: string) => [...Buffer.from(entry, 'base64')]),
    ],
    'entry-is-empty': ['An entry of topologyTransactions is an empty string.', transactions([''])],
    'second-entry-is-null': ['The second entry of topologyTransactions is null.', transactions((all: Json[]) => [...all, null])],
    'second-entry-is-empty': ['The second entry of topologyTransactions is an empty string.', transactions((all: Json[]) => [...all, ''])],
    'second-entry-is-a-boolean': ['The second entry of topologyTransactions is true.', transactions((all: Json[]) => [...all, true])],
  }),
  ...faults(GT, ['GT-RES-TRANSACTIONS-NONEMPTY', 'GT-ENTRY-DISTINCT'], success, {
    'transactions-is-empty': ['topologyTransactions is an empty array.', transactions([])],
  }),
  ...faults(GT, ['GT-RES-MULTIHASH-NONEMPTY', 'GT-MULTIHASH-BOUND'], success, {
    'multi-hash-is-empty': ['multiHash is an empty string.', members({ multiHash: '' })],
  }),
  ...faults(GT, 'GT-RES-MEDIA', success, {
    'success-is-a-list': ['A success is an array that holds the object.', value((all) => [all])],
    'success-is-json-in-text': ['A success is a string that holds the JSON.', value((all) => JSON.stringify(all))],
  }),
  ...quoting(
    'GT-SUCCESS',
    faults(GT, ['GT-RES-PARTYID', 'GT-RES-FINGERPRINT', 'GT-RES-TRANSACTIONS', 'GT-RES-MULTIHASH'], success, {
      'success-is-wrapped': ['A success is an object with the documented one in a member "result".', value((result) => ({ result }))],
      'success-in-snake-case': [
        'The fields of a success are written in snake_case.',
        value((all) => Object.fromEntries(Object.entries(all).map(([name, each]) => [snake(name), each]))),
      ],
    }),
  ),
  ...faults(GT, 'GT-SUCCESS', success, {
    'success-has-status-201': ['Success of generate-topology has status 201.', status(201)],
    'success-has-status-202': ['Success of generate-topology has status 202.', status(202)],
  }),
  ...faults(GT, 'GT-RES-MEDIA', success, {
    'success-is-text-plain': ['A success has Content-Type text/plain.', media('text/plain; charset=utf-8')],
    'success-has-no-media-type': ['A success has no Content-Type.', media()],
    'success-is-followed-by-text': ['Text follows the JSON of a success.', text((json) => `${json} OK`)],
  }),
];
