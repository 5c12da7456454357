import fc, { type Arbitrary } from 'fast-check';
import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Answer, Exchange } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/wire.ts';

/** What the name of a shrunk counterexample says. */
export const smallestThatFails = 'the smallest that fails';

/** Whether a case, or a chain of pages, is a counterexample that was shrunk. */
export function isShrunk({ name }: { readonly name: string }): boolean {
  return name.includes(smallestThatFails);
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
  /** What is wrong with the request, for the judge; a valid one unless given. */
  readonly draft?: Pick<CaseDraft, 'wrong' | 'facts'>;
}

/**
 * Looks for the smallest value that still fails, with the arbitrary's own shrinker, and sends it once more as a case of
 * its own: the name carries the seed and path that fast-check repeats it by.
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
    await conductor.inCase({ ...draft, name: 'a smaller request' }, async (builder) => {
      exchange = await builder.send('shrink', request);
    });
    return !fails(exchange?.answer);
  };
  const details = await fc.check(fc.asyncProperty(arbitrary, holds), { seed, numRuns: 1 });
  const [smallest] = details.counterexample ?? [];
  const request = smallest === undefined ? undefined : asRequest(smallest);
  if (request === undefined) return;
  const drawn = `fast-check seed ${details.seed}, path ${details.counterexamplePath ?? '0'}`;
  const name = `${whatIsWrong(draft)}${smallestThatFails} (${drawn})`;
  await conductor.inCase({ ...draft, name }, (builder) => builder.send('probe', request));
}

function whatIsWrong(draft: Failure<unknown>['draft']): string {
  const { wrong = 'valid' } = draft ?? {};
  return wrong === 'valid' ? '' : `${wrong.name}, `;
}
