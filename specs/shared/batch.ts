import { type Run, type Steps, until } from '../../engine/check.ts';
import { succeeded, wasAccepted } from '../../judges/answers/answer-kind.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Answer } from '../../wire/exchange.ts';
import { isBusy } from '../../wire/retry.ts';
import { type ClaimedProbe, conductHangingLast, rememberAccepted, type ValidRequest } from './requests.ts';
import { sharedControl } from './shared-control.ts';

/** One request of a batch. */
export interface BatchRequest extends ClaimedProbe {
  /** Whether it must be rejected, which only counts with a valid control. */
  readonly needsControl: boolean;
  /** Whether it may be rejected as well as succeed, so that a rejection shows nothing. */
  readonly isOpen?: true;
  /** Whether a success belongs to this request. If that cannot be determined, it counts as its own. */
  readonly isOwn?: (answer: Answer) => boolean;
}

/** The requests of an operation for round `index`. */
export type Mixture = (run: Run, index: number) => Steps<readonly BatchRequest[]>;

/** Whether an answer cannot belong to its request. A missing answer and "not now" prove nothing. */
function fails(
  operation: Operation,
  { needsControl, isOpen, isOwn }: BatchRequest,
  answer: Answer | undefined,
): boolean {
  if (answer === undefined || isBusy(answer)) return false;
  if (needsControl) return wasAccepted(answer);
  if (!succeeded(operation, answer)) return isOpen !== true;
  return isOwn?.(answer) === false;
}

/**
 * Sends requests concurrently, each as its own case, and then those that may hang one by one. Returns the requests whose response cannot
 * be theirs.
 */
export function* sendBatch<T extends BatchRequest>(
  run: Run,
  { request: validRequest, index }: ValidRequest,
  batch: readonly T[],
  context: readonly string[] = [],
): Steps<T[]> {
  const control = sharedControl(validRequest);
  // All requests wait for the control if any needs it, so that they overlap.
  const isFirst = ({ needsControl, draft }: T): boolean => needsControl && draft.mayHang !== true;
  let isOpen = index !== undefined || !batch.some(isFirst);
  const failed = new Set<T>();
  const cases = batch.map((each) => ({ each, mayHang: each.draft.mayHang }));
  yield* conductHangingLast(cases, ({ each }) => {
    const { draft, request, credential, needsControl } = each;
    return run.open({ ...draft, context: [...(draft.context ?? []), ...context] }, function* (open) {
      if (needsControl && index === undefined) {
        try {
          yield* control(open);
        } finally {
          isOpen = true;
        }
      } else yield* until(() => isOpen);
      const { answer } = yield* open.send('probe', { ...request, credential });
      rememberAccepted(run, index, answer);
      if (fails(run.operation, each, answer)) failed.add(each);
    });
  });
  return batch.filter((each) => failed.has(each));
}
