import { changePerform, changeSemantics, changeStage } from '../../faults/change-stage.ts';
import type { Change } from '../../faults/fault.ts';
import type { Operation } from '../../operation.ts';
import { refused } from '../../refusal.ts';
import type { ExecuteSubmissionRequest } from '../../requests.ts';
import type { Rule } from '../../rules/rule.ts';
import { asItIs, together } from '../change-answers.ts';
import { variantsOf } from '../variant-row.ts';
import { dropRules, verification } from './change-requests.ts';
import { readings } from './readings.ts';

const operations: readonly Operation[] = ['execute-submission'];

/** A prepared transaction is not accepted again while it is being executed. */
function inFlightFor(milliseconds: number): Change {
  return together(
    changePerform('execute-submission', (perform, { ledger, fire }) => (request, call) => {
      fire();
      ledger.taken.add(request.preparedTransaction);
      setTimeout(() => ledger.taken.delete(request.preparedTransaction), milliseconds).unref();
      return perform(request, call);
    }),
    changeSemantics('execute-submission', (rules, { ledger }) => [
      ...rules,
      {
        name: 'in flight',
        refuse: ({ input }) =>
          ledger.taken.has((input as ExecuteSubmissionRequest).preparedTransaction)
            ? refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submission is in flight; try again later.')
            : undefined,
      },
    ]),
  );
}

/** Each submissionId is accepted once, whether its submission succeeded or not. */
const submissionIdsOnce = changeSemantics('execute-submission', (rules, { fire }) => {
  const seen = new Set<string>();
  const once: Rule = {
    name: 'submissionId seen before',
    refuse: ({ input }) => {
      const { submissionId } = input as ExecuteSubmissionRequest;
      fire();
      if (seen.has(submissionId)) return refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submissionId was used before.');
      seen.add(submissionId);
      return undefined;
    },
  };
  return [once, ...rules];
});

/** The first responses to accepted submissions get lost: the connection ends. */
function losesFirstAnswers(count: number): Change {
  return changeStage('deliver', (deliver, { fire }) => {
    let lost = 0;
    return (answer, response, call) => {
      const isAccepted = call.operation === 'execute-submission' && answer.status < 300;
      if (!isAccepted || lost >= count) return deliver(answer, response, call);
      lost += 1;
      fire();
      response.destroy();
    };
  });
}

/** Responses to repeated submissions (rulings 14 and 15). */
export const submittedAgainVariants = variantsOf(operations, readings.usedOnce, {
  'takes-a-transaction-once': {
    title: 'Each prepared transaction is accepted once, and then answered 409.',
    serving: { singleUse: true },
    apply: asItIs,
  },
  'in-flight-for-a-moment': {
    title: 'A prepared transaction is answered 409 for 200 ms after it was accepted.',
    apply: inFlightFor(200),
  },
  'takes-a-transaction-once-unverified': {
    title: 'Each prepared transaction is accepted once, even with a signature that later proves to be wrong.',
    quote: readings.asynchronous,
    serving: { singleUse: true },
    apply: dropRules('execute-submission', ...verification),
  },
  'takes-a-submission-id-once': {
    title: 'Each submissionId is accepted once, and then answered 409.',
    quote: readings.submissionId,
    apply: submissionIdsOnce,
  },
  'loses-the-answer-to-a-used-transaction': {
    title: 'Each prepared transaction is taken once, and the connection ends before the first acceptance is answered.',
    serving: { singleUse: true },
    apply: losesFirstAnswers(1),
  },
  'loses-answers-to-used-submission-ids': {
    title: 'Each submissionId is accepted once, and the first three acceptances are not answered.',
    quote: readings.submissionId,
    apply: together(submissionIdsOnce, losesFirstAnswers(3)),
  },
});
