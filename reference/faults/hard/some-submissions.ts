import type { Draft } from '../../answer.ts';
import type { Call } from '../../call.ts';
import { isObject } from '../../rules/json-types.ts';
import { membersOf, withJson, withMediaType, without, withText } from '../altered-draft.ts';
import { changeFailure } from '../change-failure.ts';
import { changeBody, changeSuccess } from '../change-success.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';

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
  ...breaking(['ERR-OBJECT'], {
    'error-for-long-submission-id-is-cut': [
      'The error object for a submissionId of 255 characters or more ends in the middle.',
      changeFailure(operation, 'structural', (draft, call) => (submissionIdOf(call).length >= 255 ? withText(draft, textOf(draft).slice(0, 80)) : undefined)),
    ],
    'error-for-quotation-mark-is-not-escaped': [
      'The error object repeats a submissionId with a quotation mark without an escape.',
      changeFailure(operation, 'structural', (draft, call) => {
        const id = submissionIdOf(call);
        return id.includes('"') ? withText(draft, textOf(draft).replace(/\}$/, `,"submission":"${id}"}`)) : undefined;
      }),
    ],
  }),
  {
    id: 'error-for-second-party-lacks-cause',
    title: 'The error object for a second party has no cause.',
    requirements: ['ERR-CAUSE'],
    apply: changeFailure(operation, 'structural', (draft, _call, refusal) => {
      const members = membersOf(draft);
      if (!/several parties/.test(refusal.cause) || members === undefined) return undefined;
      return withJson(draft, without(members, 'cause'));
    }),
  },
  ...breaking(['EX-FAILURE-FORM'], {
    'error-for-unknown-hashing-scheme-is-text': [
      'An unknown hashingSchemeVersion gets text/plain.',
      changeFailure(operation, 'structural', (draft, _call, refusal) =>
        refusal.context?.field === '/hashingSchemeVersion' ? withMediaType(withText(draft, refusal.cause), 'text/plain') : undefined,
      ),
    ],
    'error-for-deduplication-is-html': [
      'A deduplicationPeriod of another type gets an HTML page.',
      changeFailure(operation, 'structural', (draft, _call, refusal) =>
        /^\/deduplicationPeriod/.test(refusal.context?.field ?? '') ? withMediaType(withText(draft, '<html>Error</html>'), 'text/html') : undefined,
      ),
    ],
  }),
  {
    id: 'success-with-min-ledger-time-is-null',
    title: 'A submission with minLedgerTime is answered null.',
    requirements: ['EX-RES-OBJECT'],
    apply: changeBody(operation, (_, call) => (has('minLedgerTime', call) ? null : undefined)),
  },
  {
    id: 'success-with-user-id-is-text',
    title: 'A submission with userId is answered under text/plain.',
    requirements: ['EX-RES-MEDIA'],
    apply: changeSuccess(operation, (draft, call) => (has('userId', call) ? withMediaType(draft, 'text/plain') : undefined)),
  },
];

/** Responses of execute that are wrong only for some requests. */
export const someSubmissionFaults = faultsOf(operation, rows);
