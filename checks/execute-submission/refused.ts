import type { Facts } from '../../journal/record.ts';
import type { BodyFault } from '../../requirements/claims.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Answer, HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/wire.ts';
import { rememberAccepted } from '../conduct/remember-accepted.ts';

/** A request that execute must refuse, on the configured body `index` or on a placeholder one. */
export interface RefusedRequest extends CaseKind {
  readonly wrong?: Required<BodyFault>;
  readonly credential?: { readonly kind: string; readonly headers: readonly HeaderPair[] };
  readonly request: OperationRequest;
  readonly facts: Facts;
  readonly index?: number;
}

/** How long a submission may be in flight, try by try; milliseconds. */
const patienceMs: readonly number[] = [300, 1_200];

/** A 409 on a body that was accepted says nothing of the request (ruling 14); where bodies become usable again, it may later. */
function isInFlight({ bodies }: Conductor, index: number | undefined, answer: Answer | undefined): boolean {
  return (
    index !== undefined && answer?.status === 409 && bodies.wasAccepted(index) && bodies.reuse() !== 'never'
  );
}

/**
 * Sends requests that must be refused, all at once. No control goes along: a body may be usable once, so its success comes
 * last, in the checks of success, and counts for the refusals on the same body (rulings 14 and 25). Where one is
 * accepted all the same, the body is used, and that is remembered.
 */
export async function conductRefused(
  conductor: Conductor,
  requests: readonly RefusedRequest[],
): Promise<void> {
  await Promise.all(
    requests.map(({ credential, request, index, ...draft }) =>
      conductor.inCase(
        {
          ...draft,
          ...(credential === undefined ? {} : { credential: credential.kind }),
        },
        async (builder) => {
          let { answer } = await builder.send('probe', request, credential?.headers);
          for (const wait of patienceMs) {
            if (!isInFlight(conductor, index, answer)) break;
            await new Promise((resolve) => setTimeout(resolve, wait));
            ({ answer } = await builder.send('repeat', request, credential?.headers));
          }
          rememberAccepted(conductor, index, answer);
        },
      ),
    ),
  );
}
