import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import type { Requests } from '../../operations/operations.ts';
import type { Change } from '../fault.ts';

const pauseMs = 50;

/** Long enough for concurrent requests to overlap, also where bodies are written in several parts. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/**
 * A server that stores the current request in a shared variable, which the next request overwrites.
 * @param mix what is performed for a request after another one has arrived
 * @param isShared which requests are stored; all by default
 */
export function shareRequest<O extends Operation>(
  operation: O,
  mix: (own: Requests[O], other: Requests[O]) => Requests[O],
  isShared: (request: Requests[O]) => boolean = () => true,
): Change {
  return (behaviour, context) => {
    let latest: Requests[O] | undefined;
    const perform = async (request: Requests[O], call: Call): Promise<unknown> => {
      if (!isShared(request)) return behaviour.perform[operation](request, call);
      latest = request;
      await pause();
      if (call.inFlight() < 2 || latest === request) return behaviour.perform[operation](request, call);
      const mixed = mix(request, latest);
      if (JSON.stringify(mixed) !== JSON.stringify(request)) context.fire();
      return behaviour.perform[operation](mixed, call);
    };
    return { ...behaviour, perform: { ...behaviour.perform, [operation]: perform } };
  };
}
