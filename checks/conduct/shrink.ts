import fc, { type Arbitrary } from 'fast-check';
import { ofSmallest } from '../../journal/case-context.ts';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Answer, Exchange } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';

/** Shrinking stops after this many requests or milliseconds. */
const bounds = { requests: 60, ms: 8_000 };

/** A generated request with a wrong answer: how it was drawn, and how to turn a value into a request. */
export interface Failure<T> {
  readonly arbitrary: Arbitrary<T>;
  readonly seed: number;
  /** Undefined if a smaller value has no such request; that counts as passing. */
  readonly asRequest: (value: T) => OperationRequest | undefined;
  /** Undefined means no answer. */
  readonly fails: (answer: Answer | undefined) => boolean;
  /** The case of the request and its fault, for the judge. */
  readonly draft: CaseDraft;
}

/**
 * Searches for the smallest value that still fails, with the arbitrary's own shrinker, and sends it once more as a case
 * of its own. The context of the case has the seed and path for fast-check to repeat it.
 */
export async function shrinkFailure<T>(conductor: Conductor, failure: Failure<T>): Promise<void> {
  const { arbitrary, seed, asRequest, fails, draft } = failure;
  const { clock } = conductor;
  const until = clock.now() + bounds.ms;
  let sent = 0;
  const holds = async (value: T): Promise<boolean> => {
    const request = asRequest(value);
    // Past a bound, every candidate passes, which ends the search.
    if (request === undefined || sent >= bounds.requests || clock.now() > until) return true;
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
  const context = [ofSmallest, drawn];
  await conductor.inCase({ ...draft, context }, (builder) => builder.send('probe', request));
}
