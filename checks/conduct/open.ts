import type { Facts, Wrong } from '../../journal/record.ts';
import type { Conductor } from '../../session/conductor.ts';
import type { OperationRequest } from '../../wire/wire.ts';

/** A request whose taking the document leaves open: what comes back is observed, the form of a refusal is judged. */
export interface OpenRequest {
  readonly name: string;
  readonly request: OperationRequest;
  readonly wrong?: Wrong;
  readonly facts?: Facts;
}

/** Sends each once; there is nothing to repeat where nothing is judged but form. */
export async function conductOpen(conductor: Conductor, requests: readonly OpenRequest[]): Promise<void> {
  await Promise.all(
    requests.map(({ request, name, wrong, facts }) =>
      conductor.inCase(
        { name, ...(wrong === undefined ? {} : { wrong }), ...(facts === undefined ? {} : { facts }) },
        (builder) => builder.send('probe', request),
      ),
    ),
  );
}
