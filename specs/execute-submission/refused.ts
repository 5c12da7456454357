import { type Case, pause, type Run, type Steps } from '../../engine/check.ts';
import type { Answer } from '../../wire/exchange.ts';
import { sendAll, someByApiKey } from '../shared/cases.ts';

/** How long a submission may be in flight, by attempt, in milliseconds. */
const patienceMs: readonly number[] = [300, 1_200];

/** A 409 to an accepted body proves nothing (ruling 14), but a retry may if bodies become usable again. */
function isInFlight({ bodies }: Run, { bodyIndex }: Case, answer: Answer | undefined): boolean {
  const isUsed = bodyIndex !== undefined && answer?.status === 409 && bodies.wasAccepted(bodyIndex);
  return isUsed && bodies.reuse() !== 'never';
}

/**
 * Sends requests that must be rejected, concurrently and without a control: a body may be usable only once, so its
 * success comes last, in the checks of success, and counts for the rejections of the same body (rulings 14 and 25).
 */
export function* sendRefused(run: Run, cases: readonly Case[]): Steps {
  yield* sendAll(run, someByApiKey(run, cases), (each) =>
    run.open(each, function* (open) {
      const { request = {} } = each;
      let exchange = yield* open.send('probe', request);
      for (const wait of patienceMs) {
        if (!isInFlight(run, each, exchange.answer)) break;
        yield* pause(wait);
        exchange = yield* open.send('repeat', request);
      }
      return exchange;
    }),
  );
}
