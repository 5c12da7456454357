import { operations } from '../../schemas/openapi.ts';
import type { Conductor } from '../../session/conductor.ts';
import { hasOnlyPlaceholders } from '../../session/placeholders.ts';
import type { MakeValid } from './valid-request.ts';

/** As many as may exhaust a small pool that never gets them back. */
const brokenOff = { quick: 1, standard: 4, soak: 4 } as const;

/** A number of a valid request that no other case of the check sends. */
const first = 42_000;

/**
 * Breaks off requests in the middle of their body, or before their answer. Nothing is judged by that, but the target must
 * go on answering others.
 */
export async function breakUploadsOff(conductor: Conductor, valid: MakeValid): Promise<void> {
  if (hasOnlyPlaceholders(conductor)) return;
  const length = brokenOff[conductor.effort];
  const hasBody = operations[conductor.operation].method === 'POST';
  const places = hasBody ? (['within-body', 'behind-body'] as const) : (['behind-body'] as const);
  await Promise.all(
    places.flatMap((isBrokenOff, place) =>
      Array.from({ length }, (_, at) => {
        const kind = isBrokenOff === 'within-body' ? 'upload-broken-off' : 'request-abandoned';
        const { request, facts, index } = valid(conductor, first + place * length + at);
        // A whole submission may be executed, and a body that was not accepted yet would be used up unseen (ruling 14).
        const isKept = index !== undefined && !conductor.bodies.wasAccepted(index);
        if (isBrokenOff === 'behind-body' && isKept) return undefined;
        const draft = { kind, as: 'HTTP-OPEN-INVALID', facts };
        return conductor.inCase(draft, (builder) =>
          builder.send('probe', { ...request, written: { isBrokenOff } }),
        );
      }),
    ),
  );
}
