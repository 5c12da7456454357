import { withStatus } from '../altered-draft.ts';
import { changeFailure } from '../change-failure.ts';
import { credentialRequirements } from '../credentials/admitted-kinds.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { fieldsOfExecute } from '../fields-of-execute.ts';
import { type PlaceName, places } from './places.ts';

const shapeOfExecute = ['EX-BODY', 'EX-REQ-SUBMISSIONID', 'EX-REQ-SUBMISSIONID-LEDGERSTRING', ...fieldsOfExecute, 'EX-DEDUP-SECONDS', 'EX-DEDUP-NANOS'];
/** If the document leaves open whether a request is rejected, the success lacks its fields. */
const fieldsOfTopology = ['GT-RES-PARTYID', 'GT-RES-FINGERPRINT', 'GT-RES-TRANSACTIONS', 'GT-RES-MULTIHASH'];
/** Whether list-users rejects a bad parameter is open, so a success is not a breach there. */
const rows: readonly (readonly [at: PlaceName, status: number, requirements: readonly string[]])[] = [
  ['executeStructural', 200, shapeOfExecute],
  ['executeStructural', 202, shapeOfExecute],
  ['generateSemantic', 200, ['GT-SYNC-UNKNOWN', 'GT-SYNC-ALIAS', 'GT-KEY-UNDECODABLE', ...fieldsOfTopology]],
  ['generateCredential', 200, [...credentialRequirements, ...fieldsOfTopology]],
  ['executeCredential', 200, credentialRequirements],
  ['listCredential', 200, credentialRequirements],
];

/** A failure with a success status and the error object: the request counts as accepted. */
export const acceptingStatusFaults: readonly Fault[] = rows.flatMap(([at, status, requirements]) => {
  const { operation, kind, request } = places[at];
  return faultsOf(operation, [
    {
      id: `${kind}-failure-has-status-${status}`,
      title: `The failure of ${request} has status ${status}.`,
      requirements,
      apply: changeFailure(operation, kind, (draft) => withStatus(draft, status)),
    },
  ]);
});
