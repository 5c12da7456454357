import { changeBody } from '../change-success.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { arrayProblems, type FieldProblem, stringProblems } from './field-problems.ts';

const operation = 'generate-topology';

interface ResponseField {
  readonly field: string;
  readonly id: string;
  readonly requirements: readonly string[];
  readonly quote: string;
  readonly problems: readonly FieldProblem[];
}

const fields: readonly ResponseField[] = [
  {
    field: 'partyId',
    id: 'party-id',
    requirements: ['GT-RES-PARTYID'],
    quote: '| partyId | string | yes | The generated party id. |',
    problems: stringProblems,
  },
  {
    field: 'publicKeyFingerprint',
    id: 'fingerprint',
    requirements: ['GT-RES-FINGERPRINT'],
    quote: '| publicKeyFingerprint | string | yes | Fingerprint of the supplied public key. |',
    problems: stringProblems,
  },
  {
    field: 'multiHash',
    id: 'multi-hash',
    requirements: ['GT-RES-MULTIHASH'],
    quote: '| multiHash | string | yes |',
    problems: stringProblems,
  },
  {
    field: 'topologyTransactions',
    id: 'transactions',
    requirements: ['GT-RES-TRANSACTIONS'],
    quote: '| topologyTransactions | array of string | yes |',
    problems: arrayProblems,
  },
];

const fieldRows = fields.flatMap(({ field, id, requirements, quote, problems }) =>
  problems.map(
    (problem): FaultRow => ({
      id: `${id}-is-${problem.id}`,
      title: `In answers of generate-topology ${field} ${problem.clause}.`,
      requirements,
      quote,
      apply: changeBody(operation, (members) => problem.change(members, field)),
    }),
  ),
);

/** Fields of the generate-topology response that are missing or of another type (ruling 4). */
export const topologyFieldFaults = faultsOf(operation, fieldRows);
