import fc, { type Arbitrary, type RunDetails } from 'fast-check';
import type { Case, Request, Run, Steps } from '../../engine/check.ts';
import { ofSmallest } from '../../journal/case-line.ts';
import type { Answer } from '../../wire/exchange.ts';

/**
 * Has fast-check look for the smallest value for which something does not hold, where finding that out takes steps. fast-check asks
 * a function, which cannot wait: so it starts anew with each answer, and is told those that it got before.
 * @param holds taken once for each value that fast-check asks about
 */
export function* search<T>(
  arbitrary: Arbitrary<T>,
  holds: (value: T) => Steps<boolean>,
  parameters: { readonly seed: number; readonly numRuns: number; readonly examples?: [T][] },
): Steps<RunDetails<[T]>> {
  const answers: boolean[] = [];
  for (;;) {
    let place = 0;
    let asked: { readonly value: T } | undefined;
    const property = fc.property(arbitrary, (value) => {
      const answer = asked === undefined ? answers[place] : true;
      place += 1;
      if (answer === undefined) asked = { value };
      return answer ?? true;
    });
    const details = fc.check(property, parameters);
    if (asked === undefined) return details;
    answers.push(yield* holds((asked as { readonly value: T }).value));
  }
}

/** Shrinking stops after this many requests. */
const requestsAtMost = 60;

/** A generated request with a wrong answer: how it was drawn, and how to turn a value into a request. */
interface Failure<T> {
  readonly arbitrary: Arbitrary<T>;
  readonly seed: number;
  /** Undefined if a smaller value has no such request; that counts as passing. */
  readonly asRequest: (value: T) => Request | undefined;
  /** Undefined means no answer. */
  readonly fails: (answer: Answer | undefined) => boolean;
  /** The case of the request and its fault, for the judge. */
  readonly each: Case;
}

/**
 * Searches for the smallest value that still fails, with the arbitrary's own shrinker, and sends it once more as a case
 * of its own. The context of the case has the seed and path for fast-check to repeat it.
 */
export function* shrinkFailure<T>(run: Run, failure: Failure<T>): Steps {
  const { arbitrary, seed, asRequest, fails } = failure;
  // What it is compared with was sent before.
  const each = { ...failure.each, control: undefined };
  let sent = 0;
  const holds = function* (value: T): Steps<boolean> {
    const request = asRequest(value);
    // Past a bound, every candidate passes, which ends the search.
    if (request === undefined || sent >= requestsAtMost) return true;
    sent += 1;
    const exchange = yield* run.open({ ...each, context: ['smaller-request'] }, (open) =>
      open.send('shrink', request),
    );
    return !fails(exchange?.answer);
  };
  const details = yield* search(arbitrary, holds, { seed, numRuns: 1 });
  const [smallest] = details.counterexample ?? [];
  const request = smallest === undefined ? undefined : asRequest(smallest);
  if (request === undefined) return;
  const drawn = `fast-check seed ${details.seed}, path ${details.counterexamplePath ?? '0'}`;
  yield* run.send({ ...each, context: [ofSmallest, drawn], request });
}
