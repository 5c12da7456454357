import { changeStage } from '../../faults/change-stage.ts';
import { changeBody, changeSuccess } from '../../faults/change-success.ts';
import { cantonFaults, readAs, without } from './canton-fault.ts';

const operation = 'execute-submission';

export const submissionFaults = cantonFaults([operation], {
  'wrong-signature-is-taken': {
    title: 'Signatures are not verified before the answer.',
    requirements: ['EX-SIGNATURE-VERIFIED'],
    apply: without(operation, 'signatures'),
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
