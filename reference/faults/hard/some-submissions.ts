import type { Draft } from '../../answer.ts';
import type { Call } from '../../call.ts';
import { isObject } from '../../rules/json-types.ts';
import { membersOf, withJson, withMediaType, without, withText } from '../altered-draft.ts';
import { changeFailure } from '../change-failure.ts';
import { changeBody, changeSuccess } from '../change-success.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';

const operation = 'execute-submission';

function submissionIdOf({ input }: Call): string {
  return isObject(input) && typeof input.submissionId === 'string' ? input.submissionId : '';
}

function has(field: string, { input }: Call): boolean {
  return isObject(input) && input[field] !== undefined;
}

function textOf({ content }: Draft): string {
  return content.kind === 'json' ? JSON.stringify(content.value) : content.text;
}

const rows: readonly FaultRow[] = [
  {
    id: 'error-for-long-submission-id-is-cut',
    title: 'The error object for a submissionId of 255 characters or more ends in the middle.',
    requirements: ['ERR-OBJECT'],
    quote: quotes.errorObject,
    apply: changeFailure(operation, 'structural', (draft, call) =>
      submissionIdOf(call).length >= 255 ? withText(draft, textOf(draft).slice(0, 80)) : undefined,
    ),
  },
  {
    id: 'error-for-quotation-mark-is-not-escaped',
    title: 'The error object repeats a submissionId with a quotation mark without an escape.',
    requirements: ['ERR-OBJECT'],
    quote: quotes.errorObject,
    apply: changeFailure(operation, 'structural', (draft, call) => {
      const id = submissionIdOf(call);
      return id.includes('"')
        ? withText(draft, textOf(draft).replace(/\}$/, `,"submission":"${id}"}`))
        : undefined;
    }),
  },
  {
    id: 'error-for-second-party-lacks-cause',
    title: 'The error object for a second party has no cause.',
    requirements: ['ERR-CAUSE'],
    quote: '| cause | string | yes |',
    apply: changeFailure(operation, 'structural', (draft, _call, refusal) => {
      const members = membersOf(draft);
      if (!/several parties/.test(refusal.cause) || members === undefined) return undefined;
      return withJson(draft, without(members, 'cause'));
    }),
  },
  {
    id: 'error-for-unknown-hashing-scheme-is-text',
    title: 'An unknown hashingSchemeVersion gets text/plain.',
    requirements: ['EX-FAILURE-FORM'],
    quote: quotes.failure,
    apply: changeFailure(operation, 'structural', (draft, _call, refusal) =>
      refusal.context?.field === '/hashingSchemeVersion'
        ? withMediaType(withText(draft, refusal.cause), 'text/plain')
        : undefined,
    ),
  },
  {
    id: 'error-for-deduplication-is-html',
    title: 'A deduplicationPeriod of another type gets an HTML page.',
    requirements: ['EX-FAILURE-FORM'],
    quote: quotes.failure,
    apply: changeFailure(operation, 'structural', (draft, _call, refusal) =>
      /^\/deduplicationPeriod/.test(refusal.context?.field ?? '')
        ? withMediaType(withText(draft, '<html>Error</html>'), 'text/html')
        : undefined,
    ),
  },
  {
    id: 'success-with-min-ledger-time-is-null',
    title: 'A submission with minLedgerTime is answered null.',
    requirements: ['EX-RES-OBJECT'],
    quote: quotes.executeObject,
    apply: changeBody(operation, (_, call) => (has('minLedgerTime', call) ? null : undefined)),
  },
  {
    id: 'success-with-user-id-is-text',
    title: 'A submission with userId is answered under text/plain.',
    requirements: ['EX-RES-MEDIA'],
    quote: quotes.executeSuccess,
    apply: changeSuccess(operation, (draft, call) =>
      has('userId', call) ? withMediaType(draft, 'text/plain') : undefined,
    ),
  },
];

/** Responses of execute that are wrong only for some requests. */
export const someSubmissionFaults = faultsOf(operation, rows);
