import type { Answer } from '../../answer.ts';
import type { Behaviour } from '../../behaviour.ts';
import type { Call } from '../../call.ts';
import { refused } from '../../refusal.ts';
import type { ExecuteSubmissionRequest } from '../../requests.ts';
import { changePerform, changeStage } from '../change-stage.ts';
import type { Change, ChangeContext } from '../fault.ts';
import { breaking, type FaultRow, faultsOf } from '../fault-row.ts';
import { fieldsOfExecute } from '../fields-of-execute.ts';
import { pause } from '../hard/shared-request.ts';
import { all, ruleInFront, textMember, whenAnswered } from './remembered.ts';

const operation = 'execute-submission';
const idOf = (call: Call): string => textMember(call, 'submissionId') ?? '';
const transactionOf = (call: Call): string => textMember(call, 'preparedTransaction') ?? '';

/** Skips the rules for a body that is known by `keyOf` from an accepted one; `differs` narrows it. */
function trusts(
  keyOf: (of: { readonly submissionId: string; readonly preparedTransaction: string }) => string,
  differs: (call: Call, accepted: ExecuteSubmissionRequest) => boolean = () => true,
): Change {
  return (behaviour, context) => {
    const accepted = new Map<string, ExecuteSubmissionRequest>();
    return all(
      changePerform(operation, (perform) => (request, call) => {
        if (!call.forgiven) accepted.set(keyOf(request), request);
        return perform(request, call);
      }),
      ruleInFront(operation, (call) => {
        const [submissionId, preparedTransaction] = [idOf(call), transactionOf(call)];
        const known = accepted.get(keyOf({ submissionId, preparedTransaction }));
        if (known === undefined || !differs(call, known)) return undefined;
        context.fire();
        call.forgiven = true;
        return undefined;
      }),
    )(behaviour, context);
  };
}

/** Answers a submission with this instead, where `isMeant` says so by what was accepted before. */
function again(
  answer: Pick<Answer, 'status' | 'headers' | 'body'>,
  isMeant: (call: Call, known: { readonly at: number; readonly body: string } | undefined) => boolean,
): Change {
  return (behaviour, context) => {
    const accepted = new Map<string, { at: number; body: string }>();
    const before = new WeakMap<Call, { readonly at: number; readonly body: string }>();
    return all(
      changePerform(operation, (perform) => (request, call) => {
        const known = accepted.get(request.submissionId);
        if (known !== undefined) before.set(call, known);
        accepted.set(request.submissionId, {
          at: known?.at ?? performance.now(),
          body: call.body.toString(),
        });
        return perform(request, call);
      }),
      changeStage('encode', (encode) => async (draft, call) => {
        const usual = await encode(draft, call);
        if (call.operation !== operation || usual.status >= 300 || !isMeant(call, before.get(call))) return usual;
        context.fire();
        return answer;
      }),
    )(behaviour, context);
  };
}

function plain(status: number, type: string | undefined, text: string): Answer {
  return {
    status,
    headers: {
      ...(type === undefined ? {} : { 'Content-Type': type }),
      'Content-Length': String(text.length),
    },
    body: Buffer.from(text),
  };
}

/** While a submission with the same id is in progress, the later one gets 500 without a body. */
const collidesAtOnce: Change = (behaviour, context) => {
  const inProgress = new Map<string, number>();
  const collided = new WeakSet<Call>();
  return all(
    changePerform(operation, (perform) => async (request, call) => {
      const { submissionId } = request;
      const others = inProgress.get(submissionId) ?? 0;
      if (others > 0) collided.add(call);
      inProgress.set(submissionId, others + 1);
      await pause();
      inProgress.set(submissionId, (inProgress.get(submissionId) ?? 1) - 1);
      return perform(request, call);
    }),
    changeStage('encode', (encode) => (draft, call) => {
      if (!collided.has(call)) return encode(draft, call);
      context.fire();
      return plain(500, undefined, '');
    }),
  )(behaviour, context);
};

/** An id that was sent before in other case, accepted or not, is answered 409. */
const oneCaseOnly: Change = (behaviour, context) => {
  const seen = new Map<string, string>();
  return ruleInFront(operation, (call) => {
    const id = idOf(call);
    const known = seen.get(id.toLowerCase());
    if (known === undefined) seen.set(id.toLowerCase(), id);
    if (known === undefined || known === id) return undefined;
    context.fire();
    return refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submissionId was used before.');
  })(behaviour, context);
};

/** What a refused submission leaves behind, and until when. */
function afterRefusal(isMeant: (answer: Answer, call: Call) => boolean, keyOf: (call: Call) => string, lastsMs: number): Change {
  return (behaviour: Behaviour, context: ChangeContext) => {
    const until = new Map<string, number>();
    return all(
      whenAnswered((answer, call) => {
        if (call.operation === operation && isMeant(answer, call)) until.set(keyOf(call), performance.now() + lastsMs);
      }),
      changeStage('semantics', (semantics) => ({
        ...semantics,
        [operation]: [
          ...semantics[operation],
          {
            name: 'left behind',
            refuse: (call: Call) => {
              if ((until.get(keyOf(call)) ?? 0) < performance.now()) return undefined;
              context.fire();
              return lastsMs === Number.POSITIVE_INFINITY
                ? refused('SUBMISSION_ALREADY_IN_FLIGHT', 'The submission is in progress.')
                : refused('PERMISSION_DENIED', 'The transaction is locked.');
            },
          },
        ],
      })),
    )(behaviour, context);
  };
}

const isRefusedByMeaning = ({ status }: Answer, { input }: Call): boolean => status >= 400 && input !== undefined && status !== 401;

const rows: readonly FaultRow[] = [
  ...breaking(fieldsOfExecute, {
    'accepted-id-answers-any-body': [
      'A submissionId that was accepted before is answered with success, whatever else the body has.',
      trusts(({ submissionId }) => submissionId),
    ],
    'accepted-id-in-other-case-answers-any-body': [
      'A submissionId that was accepted before in other case is answered with success, whatever else the body has.',
      trusts(
        ({ submissionId }) => submissionId.toLowerCase(),
        (call, { submissionId }) => idOf(call) !== submissionId,
      ),
    ],
    'accepted-transaction-is-checked-once': [
      'The other fields are not checked if the prepared transaction was accepted before.',
      trusts(({ preparedTransaction }) => preparedTransaction || 'none'),
    ],
  }),
  ...breaking(['EX-FAILURE-FORM'], {
    'accepted-id-again-is-text-409': [
      'A submissionId that was accepted before is answered 409 with a text.',
      again(plain(409, 'text/plain', 'duplicate key'), (_, known) => known !== undefined),
    ],
    'accepted-id-with-other-body-is-empty-409': [
      'A submissionId that was accepted before with another body is answered 409 without a body.',
      again(plain(409, undefined, ''), (call, known) => known !== undefined && known.body !== call.body.toString()),
    ],
    'accepted-id-after-a-moment-is-html-500': [
      'A submissionId that was accepted more than 200 ms before is answered 500 with HTML.',
      again(plain(500, 'text/html', '<h1>Internal Server Error</h1>'), (_, known) => known !== undefined && performance.now() - known.at > 200),
    ],
    'same-id-at-once-is-500-without-object': ['A submissionId that is in progress is answered 500 without a body.', collidesAtOnce],
  }),
  ...breaking(['EX-SUCCESS', 'EX-OPT-USERID', 'EX-OPT-MINLEDGERTIME', 'EX-OPT-DEDUPLICATION', 'AUTH-BEARER'], {
    'id-seen-in-other-case-is-refused': ['A submissionId that was sent before in other case is answered 409.', oneCaseOnly],
    'refused-submission-uses-up-its-transaction': [
      'The transaction of a submission that was rejected for its values is answered 409 from then on.',
      afterRefusal(isRefusedByMeaning, transactionOf, Number.POSITIVE_INFINITY),
    ],
    'refused-submission-locks-its-transaction-for-a-moment': [
      'The transaction of a submission that was rejected for its values is answered 403 for 40 ms.',
      afterRefusal(isRefusedByMeaning, transactionOf, 40),
    ],
  }),
];

/** What a server remembers of submissions, and should not, or answers in another form. */
export const submissionStateFaults = faultsOf(operation, rows);
