import type { Call } from '../../call.ts';
import { type Refusal, refused } from '../../refusal.ts';
import { answered } from '../../rows/answers.ts';
import { remembering, success, textAt } from '../../rows/conditions.ts';
import { isUnauthenticated } from '../../rows/credentials.ts';
import type { Action, Condition } from '../../rows/engine.ts';
import { forgive, rejecting } from '../../rows/requests.ts';
import { pause } from '../../rows/sending.ts';
import type { Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { fieldsOfExecute } from '../requirements.ts';
import { EX, faults, showing } from '../table.ts';

type NameOf = (of: Json) => string | undefined;

/** Accepts any body that has the name of an accepted one; `differs` narrows it. */
const trusts =
  (nameOf: NameOf, differs: (call: Call, accepted: Json) => boolean = () => true): Action =>
  () => {
    const accepted = new Map<string, Json>();
    const named = (call: Call): Json => ({
      submissionId: textAt(call, '/submissionId'),
      preparedTransaction: textAt(call, '/preparedTransaction'),
    });
    return {
      decode(call) {
        const known = accepted.get(nameOf(named(call)) ?? '');
        if (call.refusal === undefined && known !== undefined && differs(call, known)) forgive(call);
      },
      perform(call) {
        if (!call.forgiven) accepted.set(nameOf(call.request) ?? '', call.request);
      },
    };
  };

/** A submission whose id was accepted before; since when, and with which body, is what narrows it. */
const acceptedBefore = (isMeant: (known: { readonly at: number; readonly body: string }, call: Call) => boolean = () => true): Condition =>
  remembering(() => {
    const accepted = new Map<string, { at: number; body: string }>();
    return (call) => {
      const { submissionId } = call.request;
      const known = accepted.get(submissionId);
      accepted.set(submissionId, { at: known?.at ?? performance.now(), body: call.body.toString() });
      return known !== undefined && isMeant(known, call);
    };
  });

/** While a submission with the same id is in progress, the later one gets 500 without a body. */
const collides: Action = (run) => {
  const inProgress = new Map<string, number>();
  const collided = new WeakSet<Call>();
  const nothing = answered(500, undefined)(run);
  return {
    async perform(call) {
      const { submissionId } = call.request;
      const others = inProgress.get(submissionId) ?? 0;
      if (others > 0) collided.add(call);
      inProgress.set(submissionId, others + 1);
      await pause(50);
      inProgress.set(submissionId, (inProgress.get(submissionId) ?? 1) - 1);
    },
    encode: (call) => (collided.has(call) ? nothing.encode?.(call) : undefined),
  };
};

/** An id that was sent before in other case, accepted or not, is answered 409. */
const oneCaseOnly = rejecting(
  () => {
    const seen = new Map<string, string>();
    return (_, call) => {
      const id = textAt(call, '/submissionId');
      const known = seen.get(id.toLowerCase()) ?? id;
      seen.set(id.toLowerCase(), known);
      return known !== id;
    };
  },
  refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submissionId was used before.'),
  'decode',
);

/** The transaction of a submission that was rejected for its values is rejected for some time, in milliseconds. */
const afterRefusal =
  (lastsMs: number, refusal: Refusal): Action =>
  (run) => {
    const until = new Map<string, number>();
    const transactionOf = (call: Call): string => textAt(call, '/preparedTransaction');
    return {
      ...rejecting(() => (_, call) => (until.get(transactionOf(call)) ?? 0) >= performance.now(), refusal)(run),
      send(call) {
        if (call.status >= 400 && call.input !== undefined && !isUnauthenticated(call)) until.set(transactionOf(call), performance.now() + lastsMs);
      },
    };
  };

const inFlight = refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submission is in progress.');

/** What a server remembers of submissions, and should not, or answers in another form. */
export const submissionState: readonly Fault[] = showing('state', [
  ...faults(EX, fieldsOfExecute, {
    'accepted-id-answers-any-body': [
      'A submissionId that was accepted before is answered with success, whatever else the body has.',
      trusts(({ submissionId }) => submissionId),
    ],
    'accepted-id-in-other-case-answers-any-body': [
      'A submissionId that was accepted before in other case is answered with success, whatever else the body has.',
      trusts(
        ({ submissionId }) => submissionId.toLowerCase(),
        (call, { submissionId }) => textAt(call, '/submissionId') !== submissionId,
      ),
    ],
    'accepted-transaction-is-checked-once': [
      'The other fields are not checked if the prepared transaction was accepted before.',
      trusts(({ preparedTransaction }) => preparedTransaction || undefined),
    ],
  }),
  ...faults(EX, 'EX-FAILURE-FORM', success, {
    'accepted-id-again-is-text-409': [
      'A submissionId that was accepted before is answered 409 with a text.',
      answered(409, 'text/plain', 'duplicate key'),
      acceptedBefore(),
    ],
    'accepted-id-with-other-body-is-empty-409': [
      'A submissionId that was accepted before with another body is answered 409 without a body.',
      answered(409, undefined),
      acceptedBefore(({ body }, call) => body !== call.body.toString()),
    ],
    'accepted-id-after-a-moment-is-html-500': [
      'A submissionId that was accepted more than 200 ms before is answered 500 with HTML.',
      answered(500, 'text/html', '<h1>Internal Server Error</h1>'),
      acceptedBefore(({ at }) => performance.now() - at > 200),
    ],
    'same-id-at-once-is-500-without-object': ['A submissionId that is in progress is answered 500 without a body.', collides],
  }),
  ...faults(EX, ['EX-SUCCESS', 'EX-OPT-USERID', 'EX-OPT-MINLEDGERTIME', 'EX-OPT-DEDUPLICATION', 'AUTH-BEARER'], {
    'id-seen-in-other-case-is-refused': ['A submissionId that was sent before in other case is answered 409.', oneCaseOnly],
    'refused-submission-uses-up-its-transaction': [
      'The transaction of a submission that was rejected for its values is answered 409 from then on.',
      afterRefusal(Number.POSITIVE_INFINITY, inFlight),
    ],
    'refused-submission-locks-its-transaction-for-a-moment': [
      'The transaction of a submission that was rejected for its values is answered 403 for 40 ms.',
      afterRefusal(40, refused('PERMISSION_DENIED', 'The transaction is locked.')),
    ],
  }),
]);
