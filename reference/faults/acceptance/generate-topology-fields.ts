import { acceptedFields, element, required } from './accepted-fields.ts';

const confirming = 'otherConfirmingParticipantUids';
const observing = 'observingParticipantUids';

/** Tables Generate-topology request and SigningPublicKey: a server without one of their rules (ruling 12). */
export const generateTopologyFieldFaults = acceptedFields('generate-topology', [
  ['synchronizer', required, ['GT-REQ-SYNCHRONIZER']],
  ['partyHint', required, ['GT-REQ-PARTYHINT']],
  ['publicKey', required, ['GT-REQ-PUBLICKEY']],
  ['publicKey.format', required, ['GT-REQ-FORMAT']],
  ['publicKey.keyData', required, ['GT-REQ-KEYDATA']],
  ['publicKey.keyData', ['empty'], ['GT-REQ-KEYDATA-NONEMPTY']],
  ['publicKey.keySpec', required, ['GT-REQ-KEYSPEC']],
  ['localParticipantObservationOnly', ['type'], ['GT-REQ-OBSERVATIONONLY']],
  [confirming, ['type'], ['GT-REQ-OTHERCONFIRMING']],
  [`${confirming} element`, element, ['GT-REQ-OTHERCONFIRMING'], `/${confirming}/*`],
  ['confirmationThreshold', ['type'], ['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN']],
  [observing, ['type'], ['GT-REQ-OBSERVING']],
  [`${observing} element`, element, ['GT-REQ-OBSERVING'], `/${observing}/*`],
]);
