import { acceptedFields } from './accepted-fields.ts';

const all = ['missing', 'null', 'type'] as const;

/** Tables Generate-topology request and SigningPublicKey: a server without one of their rules (ruling 12). */
export const generateTopologyFieldFaults = acceptedFields('generate-topology', [
  {
    field: 'synchronizer',
    pointer: '/synchronizer',
    rules: all,
    requirements: ['GT-REQ-SYNCHRONIZER'],
    quote: '| synchronizer | string | yes |',
  },
  {
    field: 'partyHint',
    pointer: '/partyHint',
    rules: all,
    requirements: ['GT-REQ-PARTYHINT'],
    quote: '| partyHint | string | yes |',
  },
  {
    field: 'publicKey',
    pointer: '/publicKey',
    rules: all,
    requirements: ['GT-REQ-PUBLICKEY'],
    quote: '| publicKey | SigningPublicKey (below) | yes | Public key of the party. |',
  },
  {
    field: 'publicKey.format',
    pointer: '/publicKey/format',
    rules: all,
    requirements: ['GT-REQ-FORMAT'],
    quote: '| format | string | yes | Serialization format of the key.',
  },
  {
    field: 'publicKey.keyData',
    pointer: '/publicKey/keyData',
    rules: all,
    requirements: ['GT-REQ-KEYDATA'],
    quote: '| keyData | string | yes |',
  },
  {
    field: 'publicKey.keyData',
    pointer: '/publicKey/keyData',
    rules: ['empty'],
    requirements: ['GT-REQ-KEYDATA-NONEMPTY'],
    quote: 'Serialized public key in the stated format. Must be non-empty.',
  },
  {
    field: 'publicKey.keySpec',
    pointer: '/publicKey/keySpec',
    rules: all,
    requirements: ['GT-REQ-KEYSPEC'],
    quote: '| keySpec | string | yes | Key specification.',
  },
  {
    field: 'localParticipantObservationOnly',
    pointer: '/localParticipantObservationOnly',
    rules: ['type'],
    requirements: ['GT-REQ-OBSERVATIONONLY'],
    quote: '| localParticipantObservationOnly | boolean | no |',
  },
  {
    field: 'otherConfirmingParticipantUids',
    pointer: '/otherConfirmingParticipantUids',
    rules: ['type'],
    requirements: ['GT-REQ-OTHERCONFIRMING'],
    quote: '| otherConfirmingParticipantUids | array of string | no |',
  },
  {
    field: 'otherConfirmingParticipantUids element',
    pointer: '/otherConfirmingParticipantUids/*',
    rules: ['null', 'type'],
    requirements: ['GT-REQ-OTHERCONFIRMING'],
    quote: '| otherConfirmingParticipantUids | array of string | no |',
  },
  {
    field: 'confirmationThreshold',
    pointer: '/confirmationThreshold',
    rules: ['type'],
    requirements: ['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN'],
    quote: '| confirmationThreshold | integer (int32) | no |',
  },
  {
    field: 'observingParticipantUids',
    pointer: '/observingParticipantUids',
    rules: ['type'],
    requirements: ['GT-REQ-OBSERVING'],
    quote: '| observingParticipantUids | array of string | no |',
  },
  {
    field: 'observingParticipantUids element',
    pointer: '/observingParticipantUids/*',
    rules: ['null', 'type'],
    requirements: ['GT-REQ-OBSERVING'],
    quote: '| observingParticipantUids | array of string | no |',
  },
]);
