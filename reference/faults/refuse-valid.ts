import type { Call } from '../call.ts';
import type { Operation } from '../operation.ts';
import { malformed } from '../refusal.ts';
import type { Change } from './fault.ts';

/**
 * A server with one rule too many. It comes after the documented ones, so that it affects only well-formed requests; the
 * rejection has the documented form.
 */
export function refuseValid(operation: Operation, cause: string, isRefused: (call: Call) => boolean): Change {
  return (behaviour, context) => ({
    ...behaviour,
    structure: {
      ...behaviour.structure,
      [operation]: [
        ...behaviour.structure[operation],
        {
          name: `refused: ${cause}`,
          refuse: (call: Call) => {
            if (!isRefused(call)) return undefined;
            context.fire();
            return malformed(cause);
          },
        },
      ],
    },
  });
}
