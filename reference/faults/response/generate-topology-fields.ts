import { changeBody } from '../change-success.ts';
import { faultsOf } from '../fault-row.ts';
import { arrayProblems, type FieldProblem, stringProblems } from './field-problems.ts';

const operation = 'generate-topology';

const fields: readonly (readonly [field: string, id: string, requirement: string, problems: readonly FieldProblem[]])[] = [
  ['partyId', 'party-id', 'GT-RES-PARTYID', stringProblems],
  ['publicKeyFingerprint', 'fingerprint', 'GT-RES-FINGERPRINT', stringProblems],
  ['multiHash', 'multi-hash', 'GT-RES-MULTIHASH', stringProblems],
  ['topologyTransactions', 'transactions', 'GT-RES-TRANSACTIONS', arrayProblems],
];

/** Fields of the generate-topology response that are missing or of another type (ruling 4). */
export const topologyFieldFaults = faultsOf(
  operation,
  fields.flatMap(([field, id, requirement, problems]) =>
    problems.map((problem) => ({
      id: `${id}-is-${problem.id}`,
      title: `In answers of generate-topology ${field} ${problem.clause}.`,
      requirements: [requirement],
      apply: changeBody(operation, (members) => problem.change(members, field)),
    })),
  ),
);
