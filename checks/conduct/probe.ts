import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { Header, Scheme } from '../../wire/credential.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';

/** One request that is a case of its own. */
export interface Probe {
  readonly draft: CaseDraft;
  readonly request: OperationRequest;
  /** The valid credential as Bearer by default. */
  readonly credential?: readonly Header[] | Scheme;
}

/** A probe assigned to the requirement that claims its kind. */
export interface ClaimedProbe extends Probe {
  readonly draft: CaseDraft & { readonly as: string };
}

/** Sends each probe once, all concurrently. */
export async function sendProbes(conductor: Conductor, probes: readonly Probe[]): Promise<void> {
  await Promise.all(
    probes.map(({ draft, request, credential }) =>
      conductor.inCase(draft, (builder) => builder.send('probe', request, credential)),
    ),
  );
}
