import { pause, type Run, type Steps } from '../../engine/check.ts';
import type { CaseKind } from '../../journal/case-text.ts';
import type { Facts } from '../../journal/record.ts';
import type { BodyFault } from '../../requirements/requirement-for.ts';
import type { Header } from '../../wire/credential.ts';
import type { Answer } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';
import { conductHangingLast, rememberAccepted } from '../shared/requests.ts';

/** A request that must be rejected, with the configured body `index` or a placeholder. */
export interface RefusedRequest extends CaseKind {
  readonly wrong?: Required<BodyFault>;
  readonly credential?: { readonly kind: string; readonly headers: readonly Header[] };
  readonly request: OperationRequest;
  readonly facts: Facts;
  readonly index?: number;
  readonly mayHang?: true;
}

/** How long a submission may be in flight, by attempt, in milliseconds. */
const patienceMs: readonly number[] = [300, 1_200];

/** A 409 to an accepted body proves nothing (ruling 14), but a retry may if bodies become usable again. */
function isInFlight({ bodies }: Run, index: number | undefined, answer: Answer | undefined): boolean {
  return (
    index !== undefined && answer?.status === 409 && bodies.wasAccepted(index) && bodies.reuse() !== 'never'
  );
}

/**
 * Sends requests that must be rejected, concurrently and without a control: a body may be usable only once, so its
 * success comes last, in the checks of success, and counts for the rejections of the same body (rulings 14 and 25). A
 * body that is accepted anyway is remembered as used.
 */
export function* conductRefused(run: Run, requests: readonly RefusedRequest[]): Steps {
  yield* conductHangingLast(requests, ({ credential, request, index, ...draft }) =>
    run.open({ ...draft, credential: credential?.kind }, function* (open) {
      const sent = { ...request, credential: credential?.headers };
      let { answer } = yield* open.send('probe', sent);
      for (const wait of patienceMs) {
        if (!isInFlight(run, index, answer)) break;
        yield* pause(wait);
        ({ answer } = yield* open.send('repeat', sent));
      }
      rememberAccepted(run, index, answer);
    }),
  );
}
