import type { Call } from '../../call.ts';
import type { GenerateTopologyResponse } from '../../operations/generate-topology.ts';
import type { GenerateTopologyRequest } from '../../requests.ts';
import type { Change } from '../fault.ts';

/** Replaces the result of generate-topology with one of the same structure; undefined means no change. */
export function changeTopology(
  change: (response: GenerateTopologyResponse, request: GenerateTopologyRequest, call: Call) => Partial<GenerateTopologyResponse> | undefined,
): Change {
  return (behaviour, context) => ({
    ...behaviour,
    perform: {
      ...behaviour.perform,
      'generate-topology': async (request, call) => {
        const response = (await behaviour.perform['generate-topology'](request, call)) as GenerateTopologyResponse;
        const changed = change(response, request, call);
        if (changed === undefined) return response;
        context.fire();
        return { ...response, ...changed };
      },
    },
  });
}

/** The same for a fingerprint, which is also part of the party id, so that both still agree. */
export function changeFingerprint(make: (fingerprint: string, request: GenerateTopologyRequest, call: Call) => string | undefined): Change {
  return changeTopology(({ publicKeyFingerprint: before, partyId }, request, call) => {
    const publicKeyFingerprint = make(before, request, call);
    if (publicKeyFingerprint === undefined) return undefined;
    return { publicKeyFingerprint, partyId: partyId.replace(before, publicKeyFingerprint) };
  });
}
