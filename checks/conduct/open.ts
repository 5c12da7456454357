import type { CaseDraft } from '../../session/case-builder.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/wire.ts';

/** A request whose taking the document leaves open: what comes back is observed, the form of a refusal is judged. */
export interface OpenRequest extends CaseDraft {
  readonly request: OperationRequest;
}

/** Sends each once; there is nothing to repeat where nothing is judged but form. */
export async function conductOpen(conductor: Conductor, requests: readonly OpenRequest[]): Promise<void> {
  await Promise.all(
    requests.map(({ request, ...draft }) =>
      conductor.inCase(draft, (builder) => builder.send('probe', request)),
    ),
  );
}
