import type { Call } from '../../call.ts';
import { refused } from '../../refusal.ts';
import type { ExecuteSubmissionRequest } from '../../requests.ts';
import { isObject } from '../../rules/json-types.ts';
import type { Change } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { refuseValid } from '../refuse-valid.ts';
import { seenByValid } from '../valid-requests.ts';

const operation = 'execute-submission';

type Refused = readonly [what: string, isRefused: (request: ExecuteSubmissionRequest, call: Call) => boolean];

/** Rows of valid requests that are rejected, by id. */
function refusing(requirement: string, rows: Readonly<Record<string, Refused>>): FaultRow[] {
  return Object.entries(rows).map(([id, [what, isRefused]]) => ({
    id: `refuses-${id}`,
    title: `A valid execute request ${what} is rejected.`,
    requirements: seenByValid(operation, [requirement, 'EX-SUCCESS']),
    apply: refuseValid(operation, `The request is invalid (${id}).`, (call) => isRefused(call.input as ExecuteSubmissionRequest, call)),
  }));
}

function durationOf({ deduplicationPeriod }: ExecuteSubmissionRequest): Readonly<Record<string, unknown>> {
  const variant = isObject(deduplicationPeriod) ? deduplicationPeriod.DeduplicationDuration : undefined;
  const value = isObject(variant) ? variant.value : undefined;
  return isObject(value) ? value : {};
}

/** Rejected only for its values: whatever is signed, the server says no. */
const everySubmission: Change = (behaviour, context) => ({
  ...behaviour,
  semantics: {
    ...behaviour.semantics,
    [operation]: [
      ...behaviour.semantics[operation],
      {
        name: 'refused: every submission',
        refuse: () => {
          context.fire();
          return refused('FAILED_TO_EXECUTE_TRANSACTION', 'The submission cannot be executed.');
        },
      },
    ],
  },
});

/** A server that mistakes another submissionId for the same one. */
function refuseAlike(compared: (id: string) => string): Change {
  return (behaviour, context) => {
    const seen = new Map<string, string>();
    return refuseValid(operation, 'This submission was seen before.', ({ input }) => {
      const { submissionId } = input as ExecuteSubmissionRequest;
      const before = seen.get(compared(submissionId));
      seen.set(compared(submissionId), before ?? submissionId);
      return before !== undefined && before !== submissionId;
    })(behaviour, context);
  };
}

/** Valid submissions that are rejected, in the documented form (ruling 14). */
export const refusedExecuteFaults = faultsOf(operation, [
  ...refusing('EX-OPT-USERID', {
    'user-id': ['with userId', (request) => request.userId !== undefined],
  }),
  ...refusing('EX-OPT-MINLEDGERTIME', {
    'min-ledger-time': ['with minLedgerTime', (request) => request.minLedgerTime !== undefined],
    'min-ledger-time-beside-user-id': [
      'with minLedgerTime and userId together',
      (request) => request.minLedgerTime !== undefined && request.userId !== undefined,
    ],
  }),
  ...refusing('EX-OPT-DEDUPLICATION', {
    'deduplication-duration': ['with a deduplication duration', (request) => 'seconds' in durationOf(request)],
    'deduplication-of-one-second': ['with a deduplication duration of one second', (request) => durationOf(request).seconds === 1],
    'deduplication-with-nanos': ['with nanos other than 0', (request) => (durationOf(request).nanos ?? 0) !== 0],
    'deduplication-of-ten-minutes': ['with a deduplication duration of ten minutes', (request) => Number(durationOf(request).seconds) >= 600],
  }),
  ...refusing('EX-SUCCESS', {
    'uuid-as-submission-id': ['whose submissionId is a UUID', ({ submissionId }) => /^[0-9a-f]{8}-/.test(submissionId)],
    'submission-id-that-begins-with-digit': ['whose submissionId begins with a digit', ({ submissionId }) => /^\d/.test(submissionId)],
    'submission-id-with-a-dash-at-its-end': ['whose submissionId ends with a dash', ({ submissionId }) => submissionId.endsWith('-')],
    'submission-id-at-the-end': ['whose last member is submissionId', (request) => Object.keys(request).at(-1) === 'submissionId'],
    'escaped-solidus': ['with an escaped solidus', (_request, { body }) => body.includes('\\/')],
  }),
  ...breaking(seenByValid(operation, ['EX-SUCCESS']), {
    'refuses-submission-ids-alike': [
      'A valid execute request whose submissionId differs from an earlier one only in case is rejected.',
      refuseAlike((id) => id.toLowerCase()),
    ],
    'refuses-submission-ids-that-begin-alike': [
      'A valid execute request whose submissionId begins like an earlier one is rejected.',
      refuseAlike((id) => (id.length > 39 ? id.slice(0, 40) : id)),
    ],
    'refuses-every-submission': ['Every submission is rejected.', everySubmission],
  }),
]);
