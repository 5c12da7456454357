import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Scheme } from '../../wire/credential.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/wire.ts';

/** One request that is a case of its own. */
export interface Probe {
  readonly draft: CaseDraft;
  readonly request: OperationRequest;
  /** The valid credential under Bearer unless given. */
  readonly credential?: readonly HeaderPair[] | Scheme;
}

/** One under the requirement that speaks of its kind. */
export interface ClaimedProbe extends Probe {
  readonly draft: CaseDraft & { readonly as: string };
}

/** Sends each once, all at once. */
export async function sendProbes(conductor: Conductor, probes: readonly Probe[]): Promise<void> {
  await Promise.all(
    probes.map(({ draft, request, credential }) =>
      conductor.inCase(draft, (builder) => builder.send('probe', request, credential)),
    ),
  );
}
