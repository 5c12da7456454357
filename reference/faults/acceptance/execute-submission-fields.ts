import { acceptedFields } from './accepted-fields.ts';

const all = ['missing', 'null', 'type'] as const;

/** Table Execute-submission request: a server without one of its rules (ruling 14). */
export const executeSubmissionFieldFaults = acceptedFields('execute-submission', [
  {
    field: 'preparedTransaction',
    pointer: '/preparedTransaction',
    rules: all,
    requirements: ['EX-REQ-PREPAREDTRANSACTION'],
    quote: '| preparedTransaction | string | yes | The prepared transaction.',
  },
  {
    field: 'partySignatures',
    pointer: '/partySignatures',
    rules: all,
    requirements: ['EX-REQ-PARTYSIGNATURES'],
    quote: '| partySignatures | object | yes |',
  },
  {
    field: 'submissionId',
    pointer: '/submissionId',
    rules: all,
    requirements: ['EX-REQ-SUBMISSIONID'],
    quote: '| submissionId | string | yes |',
  },
  {
    field: 'hashingSchemeVersion',
    pointer: '/hashingSchemeVersion',
    rules: all,
    requirements: ['EX-REQ-HASHINGSCHEME'],
    quote: '| hashingSchemeVersion | string (enum) | yes |',
  },
  {
    field: 'userId',
    pointer: '/userId',
    rules: ['type'],
    requirements: ['EX-REQ-USERID'],
    quote: '| userId | string | no |',
  },
  {
    field: 'minLedgerTime',
    pointer: '/minLedgerTime',
    rules: ['type'],
    requirements: ['EX-REQ-MINLEDGERTIME'],
    quote: '| minLedgerTime | object | no |',
  },
  {
    field: 'deduplicationPeriod',
    pointer: '/deduplicationPeriod',
    rules: ['type'],
    requirements: ['EX-REQ-DEDUPLICATION'],
    quote: '| deduplicationPeriod | object (one-of) | see note |',
  },
  {
    field: 'deduplication seconds',
    pointer: '/deduplicationPeriod/DeduplicationDuration/value/seconds',
    rules: ['type'],
    requirements: ['EX-DEDUP-SECONDS'],
    quote: '| deduplicationPeriod.DeduplicationDuration.value.seconds | integer |',
  },
  {
    field: 'deduplication nanos',
    pointer: '/deduplicationPeriod/DeduplicationDuration/value/nanos',
    rules: ['type'],
    requirements: ['EX-DEDUP-NANOS'],
    quote: '| deduplicationPeriod.DeduplicationDuration.value.nanos | integer |',
  },
]);
