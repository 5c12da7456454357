import { acceptedFields, required } from './accepted-fields.ts';

const duration = '/deduplicationPeriod/DeduplicationDuration/value';

/** Table Execute-submission request: a server without one of its rules (ruling 14). */
export const executeSubmissionFieldFaults = acceptedFields('execute-submission', [
  ['preparedTransaction', required, ['EX-REQ-PREPAREDTRANSACTION']],
  ['partySignatures', required, ['EX-REQ-PARTYSIGNATURES']],
  ['submissionId', required, ['EX-REQ-SUBMISSIONID']],
  ['hashingSchemeVersion', required, ['EX-REQ-HASHINGSCHEME']],
  ['userId', ['type'], ['EX-REQ-USERID']],
  ['minLedgerTime', ['type'], ['EX-REQ-MINLEDGERTIME']],
  ['deduplicationPeriod', ['type'], ['EX-REQ-DEDUPLICATION']],
  ['deduplication seconds', ['type'], ['EX-DEDUP-SECONDS'], `${duration}/seconds`],
  ['deduplication nanos', ['type'], ['EX-DEDUP-NANOS'], `${duration}/nanos`],
]);
