import { withStatus } from '../altered-draft.ts';
import { changeFailure } from '../change-failure.ts';
import type { Fault } from '../fault.ts';
import { quotes } from '../quotes.ts';
import { type PlaceName, places } from './places.ts';

const shapeOfExecute = [
  'EX-BODY',
  'EX-REQ-PREPAREDTRANSACTION',
  'EX-REQ-PARTYSIGNATURES',
  'EX-REQ-SUBMISSIONID',
  'EX-REQ-SUBMISSIONID-LEDGERSTRING',
  'EX-REQ-HASHINGSCHEME',
  'EX-REQ-HASHINGSCHEME-ENUM',
  'EX-REQ-DEDUPLICATION',
  'EX-REQ-USERID',
  'EX-REQ-MINLEDGERTIME',
  'EX-PS-SIGNATURES',
  'EX-PS-PARTY',
  'EX-PS-PARTY-SIGNATURES',
  'EX-PS-FORMAT',
  'EX-PS-SIGNATURE',
  'EX-PS-SIGNEDBY',
  'EX-PS-ALGORITHM',
  'EX-SINGLE-PARTY',
  'EX-DEDUP-SECONDS',
  'EX-DEDUP-NANOS',
];
/** If the document leaves open whether a request is rejected, the success lacks its fields. */
const fieldsOfTopology = ['GT-RES-PARTYID', 'GT-RES-FINGERPRINT', 'GT-RES-TRANSACTIONS', 'GT-RES-MULTIHASH'];
const credentials = [
  'AUTH-REQUIRED',
  'AUTH-EMPTY',
  'AUTH-NOT-JWT',
  'AUTH-ALG-NONE',
  'AUTH-SIGNATURE-MISSING',
  'AUTH-SIGNATURE-ALTERED',
  'AUTH-PAYLOAD-CHANGED',
  'AUTH-OTHER-SECRET',
  'AUTH-EXPIRED',
];

interface AcceptingStatus {
  readonly at: PlaceName;
  readonly status: number;
  readonly requirements: readonly string[];
  readonly quote: string;
}

/** Whether list-users rejects a bad parameter is open, so a success is not a breach there. */
const rows: readonly AcceptingStatus[] = [
  { at: 'executeStructural', status: 200, requirements: shapeOfExecute, quote: quotes.executeBody },
  { at: 'executeStructural', status: 202, requirements: shapeOfExecute, quote: quotes.executeBody },
  {
    at: 'generateSemantic',
    status: 200,
    requirements: ['GT-SYNC-UNKNOWN', 'GT-SYNC-ALIAS', 'GT-KEY-UNDECODABLE', ...fieldsOfTopology],
    quote: 'Synchronizer identifier for which the request is built.',
  },
  {
    at: 'generateCredential',
    status: 200,
    requirements: [...credentials, ...fieldsOfTopology],
    quote: quotes.bearer,
  },
  { at: 'executeCredential', status: 200, requirements: credentials, quote: quotes.bearer },
  { at: 'listCredential', status: 200, requirements: credentials, quote: quotes.bearer },
];

/** A failure with a success status and the error object: the request counts as accepted. */
export const acceptingStatusFaults: readonly Fault[] = rows.map(({ at, status, requirements, quote }) => {
  const { operation, kind, request } = places[at];
  return {
    id: `${operation}-${kind}-failure-has-status-${status}`,
    title: `The failure of ${request} has status ${status}.`,
    operations: [operation],
    requirements,
    quote,
    when: 'always',
    apply: changeFailure(operation, kind, (draft) => withStatus(draft, status)),
  };
});
