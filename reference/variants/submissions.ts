import { refused } from '../refusal.ts';
import { asItIs } from '../rows/answers.ts';
import type { Action } from '../rows/engine.ts';
import { rejecting, skip } from '../rows/requests.ts';
import { send } from '../rows/sending.ts';
import { readings } from './readings.ts';
import { verification } from './requests.ts';
import { EX, variants } from './table.ts';

/** A prepared transaction is not accepted again while it is being executed, in milliseconds. */
const inFlightFor =
  (ms: number): Action =>
  (run) => {
    const { taken } = run.ledger;
    const cause = 'The submission is in flight; try again later.';
    return {
      ...rejecting(
        () =>
          ({ preparedTransaction }) =>
            taken.has(preparedTransaction),
        refused('SUBMISSION_ALREADY_IN_FLIGHT', cause),
        'meaning',
      )(run),
      perform({ request: { preparedTransaction } }) {
        taken.add(preparedTransaction);
        setTimeout(() => taken.delete(preparedTransaction), ms).unref();
        return true;
      },
    };
  };

/** Each submissionId is accepted once, whether its submission succeeded or not. */
const idsOnce = rejecting(
  () => {
    const seen = new Set<string>();
    return ({ submissionId }) => seen.size === seen.add(submissionId).size;
  },
  refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submissionId was used before.'),
);

/** The first answers to accepted submissions get lost: the connection ends. */
const losesFirst =
  (count: number): Action =>
  (run) => {
    let lost = 0;
    const closed = send((response) => response.destroy())(run);
    return { send: (call) => (call.status < 300 && lost++ < count ? closed.send?.(call) : undefined) };
  };

const once = { serving: { singleUse: true } } as const;

/** Answers to repeated submissions (rulings 14 and 15). */
export const submittedAgain = variants(EX, readings.usedOnce, {
  'takes-a-transaction-once': ['Each prepared transaction is accepted once, and then answered 409.', asItIs, once],
  'in-flight-for-a-moment': ['A prepared transaction is answered 409 for 200 ms after it was accepted.', inFlightFor(200)],
  'takes-a-transaction-once-unverified': [
    'Each prepared transaction is accepted once, even with a signature that later proves to be wrong.',
    skip(...verification),
    { quote: readings.asynchronous, ...once },
  ],
  'takes-a-submission-id-once': ['Each submissionId is accepted once, and then answered 409.', idsOnce, { quote: readings.submissionId }],
  'loses-the-answer-to-a-used-transaction': [
    'Each prepared transaction is taken once, and the connection ends before the first acceptance is answered.',
    losesFirst(1),
    once,
  ],
  'loses-answers-to-used-submission-ids': [
    'Each submissionId is accepted once, and the first three acceptances are not answered.',
    [idsOnce, losesFirst(3)],
    { quote: readings.submissionId },
  ],
});
