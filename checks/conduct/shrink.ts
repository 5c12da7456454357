import fc, { type Arbitrary } from 'fast-check';
import type { Conductor } from '../../harness/conductor.ts';
import type { Exchange } from '../../harness/exchange.ts';
import type { OperationRequest } from '../../harness/wire.ts';
import { succeeded } from '../answers/answer-kind.ts';

/** How the name of a shrunk counterexample begins. */
export const smallestThatFails = 'the smallest that fails';

/** Shrinking stops after so many requests, or so many milliseconds. */
const bounds = { requests: 60, ms: 8_000 };

/** A drawn request that should have succeeded and did not: how it was drawn, and how a value becomes a request. */
export interface Failure<T> {
  readonly arbitrary: Arbitrary<T>;
  readonly seed: number;
  readonly asRequest: (value: T) => OperationRequest;
}

/**
 * Looks for the smallest value that still fails, with the arbitrary's own shrinker, and sends it once more as a case of
 * its own: the name carries the seed and path that fast-check repeats it by.
 */
export async function shrinkFailure<T>(conductor: Conductor, failure: Failure<T>): Promise<void> {
  const { operation } = conductor;
  const { arbitrary, seed, asRequest } = failure;
  const until = performance.now() + bounds.ms;
  let sent = 0;
  const isAccepted = async (value: T): Promise<boolean> => {
    // Past a bound every further candidate counts as good, which ends the search where it stands.
    if (sent >= bounds.requests || performance.now() > until) return true;
    sent += 1;
    let exchange: Exchange | undefined;
    await conductor.inCase({ name: 'a smaller request' }, async (builder) => {
      exchange = await builder.send('shrink', asRequest(value));
    });
    return exchange?.answer !== undefined && succeeded(operation, exchange.answer);
  };
  const details = await fc.check(fc.asyncProperty(arbitrary, isAccepted), { seed, numRuns: 1 });
  const [smallest] = details.counterexample ?? [];
  if (smallest === undefined) return;
  const name = `${smallestThatFails}: fast-check seed ${details.seed}, path ${details.counterexamplePath ?? '0'}`;
  await conductor.inCase({ name }, (builder) => builder.send('probe', asRequest(smallest)));
}
