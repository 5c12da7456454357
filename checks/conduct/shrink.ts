import fc, { type Arbitrary } from 'fast-check';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Answer, Exchange } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/wire.ts';

/** Whether a case is a counterexample that was shrunk: the one a reader wants to see. */
export function isShrunk({ context }: Pick<CaseDraft, 'context'>): boolean {
  return context?.includes('smallest') === true;
}

/** Shrinking stops after so many requests, or so many milliseconds. */
const bounds = { requests: 60, ms: 8_000 };

/** A drawn request that was answered as it must not be: how it was drawn, and how a value becomes a request. */
export interface Failure<T> {
  readonly arbitrary: Arbitrary<T>;
  readonly seed: number;
  /** Undefined where a smaller value has no such request; it counts as one that does not fail. */
  readonly asRequest: (value: T) => OperationRequest | undefined;
  /** Undefined stands for no answer. */
  readonly fails: (answer: Answer | undefined) => boolean;
  /** What the request is, and what is wrong with it, for the judge. */
  readonly draft: CaseDraft;
}

/**
 * Looks for the smallest value that still fails, with the arbitrary's own shrinker, and sends it once more as a case of
 * its own: its context carries the seed and path that fast-check repeats it by.
 */
export async function shrinkFailure<T>(conductor: Conductor, failure: Failure<T>): Promise<void> {
  const { arbitrary, seed, asRequest, fails, draft } = failure;
  const until = performance.now() + bounds.ms;
  let sent = 0;
  const holds = async (value: T): Promise<boolean> => {
    const request = asRequest(value);
    // Past a bound every further candidate counts as good, which ends the search where it stands.
    if (request === undefined || sent >= bounds.requests || performance.now() > until) return true;
    sent += 1;
    let exchange: Exchange | undefined;
    await conductor.inCase({ ...draft, context: ['smaller-request'] }, async (builder) => {
      exchange = await builder.send('shrink', request);
    });
    return !fails(exchange?.answer);
  };
  const details = await fc.check(fc.asyncProperty(arbitrary, holds), { seed, numRuns: 1 });
  const [smallest] = details.counterexample ?? [];
  const request = smallest === undefined ? undefined : asRequest(smallest);
  if (request === undefined) return;
  const drawn = `fast-check seed ${details.seed}, path ${details.counterexamplePath ?? '0'}`;
  const context = ['smallest', drawn];
  await conductor.inCase({ ...draft, context }, (builder) => builder.send('probe', request));
}
