import type { Operation } from '../../requirements/requirement.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Answer } from '../../wire/exchange.ts';
import { isBusy } from '../../wire/retry.ts';
import { succeeded, wasAccepted } from '../answers/answer-kind.ts';
import { conductHazardsLast } from './hazards-last.ts';
import type { ClaimedProbe } from './probe.ts';
import { rememberAccepted } from './remember-accepted.ts';
import { sharedControl } from './shared-control.ts';
import type { ValidRequest } from './valid-request.ts';

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
export type Mixture = (
  conductor: Conductor,
  index: number,
) => readonly BatchRequest[] | Promise<readonly BatchRequest[]>;

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
 * Sends requests concurrently, each as its own case, and then those with a hazard one by one. Returns the requests whose response cannot
 * be theirs.
 */
export async function sendBatch<T extends BatchRequest>(
  conductor: Conductor,
  { request: validRequest, index }: ValidRequest,
  batch: readonly T[],
  context: readonly string[] = [],
): Promise<T[]> {
  const control = sharedControl(validRequest);
  // All requests wait for the control if any needs it, so that they overlap.
  const isFirst = ({ needsControl, draft }: T): boolean => needsControl && draft.hazard === undefined;
  const together = gate(batch.some(isFirst) && index === undefined);
  const failed = new Set<T>();
  const cases = batch.map((each) => ({ each, hazard: each.draft.hazard }));
  await conductHazardsLast(cases, ({ each }) => {
    const { draft, request, credential, needsControl } = each;
    return conductor.inCase(
      { ...draft, context: [...(draft.context ?? []), ...context] },
      async (builder) => {
        if (needsControl && index === undefined) await control(builder).finally(together.open);
        else await together.opened;
        const { answer } = await builder.send('probe', request, credential);
        rememberAccepted(conductor, index, answer);
        if (fails(conductor.operation, each, answer)) failed.add(each);
      },
    );
  });
  return batch.filter((each) => failed.has(each));
}

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function gate(shut: boolean): Gate {
  let open = (): void => {};
  const opened = shut ? new Promise<void>((resolve) => (open = resolve)) : Promise.resolve();
  return { opened, open: () => open() };
}
