import type { GenerateTopologyRequest } from '../requests.ts';

/** How many participants confirm for the party. */
export function confirmersOf(request: GenerateTopologyRequest): number {
  const local = request.localParticipantObservationOnly === true ? 0 : 1;
  return local + (request.otherConfirmingParticipantUids ?? []).length;
}
