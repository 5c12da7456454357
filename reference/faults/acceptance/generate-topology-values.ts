import { isArray, isInteger, isObject, isString } from '../../rules/json-types.ts';
import { type LenientRow, lenient, lenientRules } from './lenient-rule.ts';

const rows: readonly LenientRow[] = [
  ...lenient(['GT-REQ-THRESHOLD-MIN'], 'negative /confirmationThreshold', {
    'accepts-negative-confirmation-threshold': ['A negative confirmationThreshold is accepted.', () => true],
  }),
  ...lenient(['GT-REQ-THRESHOLD-TYPE'], 'type /confirmationThreshold', {
    'accepts-threshold-as-text': [
      'A confirmationThreshold written as a string of digits is accepted.',
      (value) => isString(value) && /^\d+$/.test(value),
    ],
  }),
  ...lenient(['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN'], 'type /confirmationThreshold', {
    'accepts-fractional-threshold': [
      'A fractional confirmationThreshold is accepted, rounded down.',
      (value) => typeof value === 'number' && !Number.isInteger(value),
    ],
  }),
  ...lenient(['GT-REQ-THRESHOLD-TYPE'], 'type /confirmationThreshold', {
    'accepts-boolean-threshold': ['true is accepted as confirmationThreshold.', (value) => value === true],
    'accepts-threshold-above-int32': [
      'A confirmationThreshold above int32 is accepted.',
      (value) => typeof value === 'number' && value >= 2 ** 31,
    ],
  }),
  ...lenient(['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN'], 'type /confirmationThreshold', {
    'wraps-threshold-of-33-bits': [
      'A confirmationThreshold of which the low 32 bits are 0 or 1 is accepted.',
      (value) => isInteger(value) && [0, 1].includes(value | 0),
    ],
  }),
  ...lenient(['GT-REQ-OBSERVATIONONLY'], 'type /localParticipantObservationOnly', {
    'accepts-boolean-as-text': [
      '"true" and "false" are accepted as localParticipantObservationOnly.',
      (value) => value === 'true' || value === 'false',
    ],
    'accepts-boolean-as-number': [
      '0 and 1 are accepted as localParticipantObservationOnly.',
      (value) => value === 0 || value === 1,
    ],
  }),
  ...lenient(['GT-REQ-OTHERCONFIRMING'], 'type /otherConfirmingParticipantUids', {
    'accepts-single-confirming-uid': [
      'One uid in place of the array is accepted as otherConfirmingParticipantUids.',
      (value) => isString(value) && value.includes('::'),
    ],
  }),
  ...lenient(['GT-REQ-OBSERVING'], 'type /observingParticipantUids', {
    'accepts-observing-uids-as-object': [
      'An object with numbered members is accepted as observingParticipantUids.',
      (value) => isObject(value) && '0' in value,
    ],
  }),
  ...lenient(['GT-REQ-OTHERCONFIRMING'], 'type /otherConfirmingParticipantUids/*', {
    'checks-first-confirming-uid-alone': [
      'Elements of otherConfirmingParticipantUids after the first may have another JSON type.',
      (_value, pointer) => !pointer.endsWith('/0'),
    ],
  }),
  ...lenient(['GT-REQ-OBSERVING'], 'null /observingParticipantUids/*', {
    'accepts-null-behind-first-observing-uid': [
      'null is accepted among observingParticipantUids after the first element.',
      (_value, pointer) => !pointer.endsWith('/0'),
    ],
  }),
  ...lenient(['GT-REQ-PARTYHINT'], 'type /partyHint', {
    'accepts-number-as-party-hint': [
      'A number is accepted as partyHint and written as text.',
      (value) => typeof value === 'number',
    ],
  }),
  ...lenient(['GT-REQ-PUBLICKEY'], 'type /publicKey', {
    'accepts-key-as-json-text': [
      'A publicKey written as a string that holds its JSON is accepted.',
      (value) => isString(value) && value.startsWith('{'),
    ],
    'accepts-list-of-one-key': [
      'A publicKey inside an array is accepted.',
      (value) => isArray(value) && isObject(value[0]),
    ],
  }),
  ...lenient(['GT-SYNC-UNKNOWN'], 'unknown /synchronizer', {
    'takes-empty-synchronizer-for-its-own': [
      'An empty synchronizer means the connected one.',
      (_value, _pointer, { input }) => isObject(input) && input.synchronizer === '',
    ],
  }),
  ...lenient(['GT-SYNC-ALIAS'], 'unknown /synchronizer', {
    'accepts-alias-of-synchronizer': [
      'The alias of the synchronizer is accepted in place of its identifier.',
      (_value, _pointer, { input, ledger }) =>
        isObject(input) && input.synchronizer === ledger.synchronizerAlias,
    ],
  }),
  ...lenient(['GT-SYNC-UNKNOWN'], 'unknown /synchronizer', {
    'accepts-unknown-synchronizer': [
      'An identifier that no synchronizer has is accepted.',
      (_value, _pointer, { input, ledger }) =>
        isObject(input) && input.synchronizer !== ledger.synchronizerAlias,
    ],
    'reads-beginning-of-synchronizer': [
      'A synchronizer identifier that is cut short is completed.',
      (_value, _pointer, { input, ledger }) =>
        isObject(input) &&
        String(input.synchronizer).includes('::') &&
        ledger.synchronizer.startsWith(String(input.synchronizer)),
    ],
    'reads-name-of-synchronizer': [
      'A synchronizer is found by the name in front of its fingerprint.',
      (_value, _pointer, { input, ledger }) =>
        isObject(input) && input.synchronizer === ledger.synchronizer.split('::')[0],
    ],
    'cuts-synchronizer-at-nul': [
      'A synchronizer identifier is read as far as U+0000.',
      (_value, _pointer, { input, ledger }) =>
        isObject(input) && String(input.synchronizer).split('\u0000')[0] === ledger.synchronizer,
    ],
    'takes-participant-for-synchronizer': [
      'The uid of a participant is accepted in place of the identifier of a synchronizer.',
      (_value, _pointer, { input, ledger }) =>
        isObject(input) && ledger.otherParticipantUids.includes(String(input.synchronizer)),
    ],
    'ignores-text-behind-synchronizer': [
      'Text behind the identifier of a synchronizer is ignored.',
      (_value, _pointer, { input, ledger }) =>
        isObject(input) && String(input.synchronizer).startsWith(`${ledger.synchronizer}::`),
    ],
    'ignores-fingerprint-of-synchronizer': [
      'A synchronizer identifier with the right name and another fingerprint is accepted.',
      (_value, _pointer, { input, ledger }) =>
        isObject(input) && String(input.synchronizer).split('::')[0] === ledger.synchronizer.split('::')[0],
    ],
  }),
  ...lenient(['GT-KEY-UNDECODABLE'], 'undecodable /publicKey', {
    'accepts-key-that-is-no-base64': [
      'keyData that no encoding decodes is accepted.',
      (_value, _pointer, { input }) => !/^[A-Za-z0-9+/=]*$/.test(keyDataOf(input)),
    ],
    'accepts-cut-key': [
      'A public key of fewer bytes than its format has is accepted.',
      (_value, _pointer, { input }) => {
        const length = Buffer.from(keyDataOf(input), 'base64').length;
        return /^[A-Za-z0-9+/=]*$/.test(keyDataOf(input)) && length < 44;
      },
    ],
    'accepts-random-bytes-as-key': [
      'Any 44 bytes are accepted as a Curve25519 SubjectPublicKeyInfo.',
      (_value, _pointer, { input }) => {
        const bytes = Buffer.from(keyDataOf(input), 'base64');
        return bytes.length === 44 && bytes[0] !== 0x30;
      },
    ],
  }),
  ...lenient(['GT-BODY'], 'type /', {
    'accepts-array-that-holds-body': [
      'A valid object inside an array is accepted as the body.',
      (value) => isArray(value) && isObject(value[0]),
    ],
    'accepts-number-as-body': [
      'A number, true and false are accepted as the body.',
      (value) => !isArray(value) && !isString(value),
    ],
  }),
  ...lenient(['GT-BODY'], 'null /', {
    'accepts-null-as-body': ['null is accepted as the body.', () => true],
  }),
];

function keyDataOf(input: unknown): string {
  const key = isObject(input) ? input.publicKey : undefined;
  return isObject(key) && isString(key.keyData) ? key.keyData : '';
}

/** Values that a lenient server accepts instead of the documented ones (rulings 12 and 13). */
export const generateTopologyValueFaults = lenientRules('generate-topology', rows);
