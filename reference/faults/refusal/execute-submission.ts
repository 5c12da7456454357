import type { Call } from '../../call.ts';
import { refused } from '../../refusal.ts';
import type { ExecuteSubmissionRequest } from '../../requests.ts';
import { isObject } from '../../rules/json-types.ts';
import type { Change } from '../fault.ts';
import { type BrokenClause, type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';
import { refuseValid } from '../refuse-valid.ts';
import { seenByValid } from '../valid-requests.ts';

const operation = 'execute-submission';
const success = { requirements: ['EX-SUCCESS'], quote: quotes.executeSuccess };
const userId = { requirements: ['EX-OPT-USERID', 'EX-SUCCESS'], quote: '| userId | string | no |' };
const minLedgerTime = {
  requirements: ['EX-OPT-MINLEDGERTIME', 'EX-SUCCESS'],
  quote: 'The shown variant is Empty, an empty object.',
};
const deduplication = {
  requirements: ['EX-OPT-DEDUPLICATION', 'EX-SUCCESS'],
  quote: '| deduplicationPeriod | object (one-of) | see note | Shape of the duration variant below. |',
};

function row(
  id: string,
  what: string,
  clause: BrokenClause,
  isRefused: (request: ExecuteSubmissionRequest, call: Call) => boolean,
): FaultRow {
  return {
    id: `refuses-${id}`,
    title: `A valid execute request ${what} is rejected.`,
    requirements: seenByValid(operation, clause.requirements),
    quote: clause.quote,
    apply: refuseValid(operation, `The request is invalid (${id}).`, (call) =>
      isRefused(call.input as ExecuteSubmissionRequest, call),
    ),
  };
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
  row('user-id', 'with userId', userId, (request) => request.userId !== undefined),
  row(
    'min-ledger-time',
    'with minLedgerTime',
    minLedgerTime,
    (request) => request.minLedgerTime !== undefined,
  ),
  row(
    'min-ledger-time-beside-user-id',
    'with minLedgerTime and userId together',
    minLedgerTime,
    (request) => request.minLedgerTime !== undefined && request.userId !== undefined,
  ),
  row(
    'deduplication-duration',
    'with a deduplication duration',
    deduplication,
    (request) => 'seconds' in durationOf(request),
  ),
  row(
    'deduplication-of-one-second',
    'with a deduplication duration of one second',
    deduplication,
    (request) => durationOf(request).seconds === 1,
  ),
  row(
    'deduplication-with-nanos',
    'with nanos other than 0',
    deduplication,
    (request) => (durationOf(request).nanos ?? 0) !== 0,
  ),
  row(
    'deduplication-of-ten-minutes',
    'with a deduplication duration of ten minutes',
    deduplication,
    (request) => Number(durationOf(request).seconds) >= 600,
  ),
  row('uuid-as-submission-id', 'whose submissionId is a UUID', success, ({ submissionId }) =>
    /^[0-9a-f]{8}-/.test(submissionId),
  ),
  row(
    'submission-id-that-begins-with-digit',
    'whose submissionId begins with a digit',
    success,
    ({ submissionId }) => /^\d/.test(submissionId),
  ),
  row(
    'submission-id-with-a-dash-at-its-end',
    'whose submissionId ends with a dash',
    success,
    ({ submissionId }) => submissionId.endsWith('-'),
  ),
  row(
    'submission-id-at-the-end',
    'whose last member is submissionId',
    success,
    (request) => Object.keys(request).at(-1) === 'submissionId',
  ),
  row('escaped-solidus', 'with an escaped solidus', success, (_request, { body }) => body.includes('\\/')),
  {
    id: 'refuses-submission-ids-alike',
    title: 'A valid execute request whose submissionId differs from an earlier one only in case is rejected.',
    requirements: seenByValid(operation, success.requirements),
    quote: success.quote,
    apply: refuseAlike((id) => id.toLowerCase()),
  },
  {
    id: 'refuses-submission-ids-that-begin-alike',
    title: 'A valid execute request whose submissionId begins like an earlier one is rejected.',
    requirements: seenByValid(operation, success.requirements),
    quote: success.quote,
    apply: refuseAlike((id) => (id.length > 39 ? id.slice(0, 40) : id)),
  },
  {
    id: 'refuses-every-submission',
    title: 'Every submission is rejected.',
    requirements: seenByValid(operation, success.requirements),
    quote: success.quote,
    apply: everySubmission,
  },
]);
