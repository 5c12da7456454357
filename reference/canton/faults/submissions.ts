import { membersOf, withJson } from '../../faults/altered-draft.ts';
import { changeSemantics, changeStage } from '../../faults/change-stage.ts';
import { changeBody, changeSuccess } from '../../faults/change-success.ts';
import type { Change } from '../../faults/fault.ts';
import { refused } from '../../refusal.ts';
import type { ExecuteSubmissionRequest } from '../../requests.ts';
import { isObject } from '../../rules/json-types.ts';
import { changeAnswers } from '../../variants/change-answers.ts';
import { cantonFaults, readAs, without } from './canton-fault.ts';

const operation = 'execute-submission';

/** A server that takes a submission without verification if its first signature is such bytes. */
function withoutVerifying(isTaken: (signature: Buffer) => boolean): Change {
  return changeSemantics(operation, (rules, { fire }) =>
    rules.map(({ name, refuse }) => ({
      name,
      refuse: (call) => {
        const refusal = refuse(call);
        if (refusal === undefined || name !== 'signatures') return refusal;
        const { partySignatures } = call.input as ExecuteSubmissionRequest;
        const sent = partySignatures.signatures[0]?.signatures[0]?.signature ?? '';
        if (!isTaken(Buffer.from(sent, 'base64'))) return refusal;
        fire();
        return undefined;
      },
    })),
  );
}

export const submissionFaults = cantonFaults([operation], {
  'wrong-signature-is-taken': {
    title: 'Signatures are not verified before the answer.',
    requirements: ['EX-SIGNATURE-VERIFIED'],
    apply: without(operation, 'signatures'),
  },
  'signature-of-zeros-is-taken': {
    title: 'A signature whose bytes are all zero is not verified.',
    requirements: ['EX-SIGNATURE-VERIFIED'],
    apply: withoutVerifying((bytes) => bytes.length > 0 && bytes.every((byte) => byte === 0)),
  },
  'signature-with-scalar-of-zeros-is-taken': {
    title: 'A signature whose second half is zero is not verified.',
    requirements: ['EX-SIGNATURE-VERIFIED'],
    apply: withoutVerifying((bytes) => bytes.length === 64 && bytes.subarray(32).every((byte) => byte === 0)),
  },
  'short-signature-is-taken': {
    title: 'A signature of another length than 64 bytes is not verified.',
    requirements: ['EX-SIGNATURE-VERIFIED'],
    apply: withoutVerifying((bytes) => bytes.length !== 64),
  },
  'unspecified-scheme-is-taken': {
    title: 'The hashing scheme may be unspecified.',
    requirements: ['EX-OPEN-HASHINGSCHEME-UNSPECIFIED'],
    apply: without(operation, 'hashingSchemeVersion'),
  },
  'undecodable-submission-gets-json': {
    title: 'A submission that cannot be decoded is rejected with the error object.',
    requirements: ['EX-FAILURE-FORM'],
    apply: changeStage('chooseForm', (choose, { fire }) => (refusal, call) => {
      if (call.operation !== operation || !refusal.structural) return choose(refusal, call);
      fire();
      return 'error-object';
    }),
  },
  'correlation-id-is-not-cut': {
    title: 'The correlation id of an error is the submissionId, however long.',
    requirements: ['ERR-OPEN-CONDITIONS'],
    apply: changeAnswers((draft, { input }, refusal) => {
      const error = refusal === undefined ? undefined : membersOf(draft);
      const { submissionId } = isObject(input) ? input : {};
      if (error?.correlationId === null || typeof submissionId !== 'string' || submissionId.length <= 256)
        return undefined;
      return error && withJson(draft, { ...error, correlationId: submissionId });
    }),
  },
  'other-durations-are-uncaught': {
    title: 'A duration other than 60 seconds causes a 500.',
    requirements: ['ERR-NO-5XX'],
    apply: changeSemantics(operation, (rules, { fire }) => [
      ...rules,
      {
        name: 'short duration',
        refuse: ({ input }) => {
          if (!/"seconds":(?!60)\d+/.test(JSON.stringify(input))) return undefined;
          fire();
          return refused('INTERNAL_ERROR', 'an uncaught exception');
        },
      },
    ]),
  },
  'submission-has-an-id': {
    title: 'The success of a submission contains its id.',
    requirements: ['EX-OPEN-RESPONSE-FIELDS'],
    apply: changeBody(operation, () => ({ updateId: '1220' })),
  },
  'submission-gets-202': {
    title: 'A submission is answered 202.',
    requirements: ['HTTP-OPEN-SUCCESS-STATUS'],
    apply: changeSuccess(operation, (draft) => ({ ...draft, status: 202 })),
  },
  'deduplication-may-be-absent': {
    title: 'Without a deduplicationPeriod, the longest one applies.',
    requirements: ['EX-OPEN-DEDUPLICATION-ABSENT', 'EX-FAILURE-FORM'],
    apply: readAs(operation, (body) =>
      body.deduplicationPeriod === undefined ? { ...body, deduplicationPeriod: { Empty: {} } } : undefined,
    ),
  },
});
