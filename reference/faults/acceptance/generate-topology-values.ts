import { isArray, isInteger, isObject, isString } from '../../rules/json-types.ts';
import { quotes } from '../quotes.ts';
import { type LenientRow, lenientRules } from './lenient-rule.ts';

const threshold = '| confirmationThreshold | integer (int32) | no |';
const observationOnly = '| localParticipantObservationOnly | boolean | no |';
const confirming = '| otherConfirmingParticipantUids | array of string | no |';
const observing = '| observingParticipantUids | array of string | no |';

const rows: readonly LenientRow[] = [
  {
    id: 'accepts-negative-confirmation-threshold',
    title: 'A negative confirmationThreshold is accepted.',
    requirements: ['GT-REQ-THRESHOLD-MIN'],
    quote: 'Must be >= 1. When omitted or 0, it defaults to all available confirmers.',
    rule: 'negative /confirmationThreshold',
    takes: () => true,
  },
  {
    id: 'accepts-threshold-as-text',
    title: 'A confirmationThreshold written as a string of digits is accepted.',
    requirements: ['GT-REQ-THRESHOLD-TYPE'],
    quote: threshold,
    rule: 'type /confirmationThreshold',
    takes: (value) => isString(value) && /^\d+$/.test(value),
  },
  {
    id: 'accepts-fractional-threshold',
    title: 'A fractional confirmationThreshold is accepted, rounded down.',
    requirements: ['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN'],
    quote: threshold,
    rule: 'type /confirmationThreshold',
    takes: (value) => typeof value === 'number' && !Number.isInteger(value),
  },
  {
    id: 'accepts-boolean-threshold',
    title: 'true is accepted as confirmationThreshold.',
    requirements: ['GT-REQ-THRESHOLD-TYPE'],
    quote: threshold,
    rule: 'type /confirmationThreshold',
    takes: (value) => value === true,
  },
  {
    id: 'accepts-threshold-above-int32',
    title: 'A confirmationThreshold above int32 is accepted.',
    requirements: ['GT-REQ-THRESHOLD-TYPE'],
    quote: threshold,
    rule: 'type /confirmationThreshold',
    takes: (value) => typeof value === 'number' && value >= 2 ** 31,
  },
  {
    id: 'wraps-threshold-of-33-bits',
    title: 'A confirmationThreshold of which the low 32 bits are 0 or 1 is accepted.',
    requirements: ['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN'],
    quote: threshold,
    rule: 'type /confirmationThreshold',
    takes: (value) => isInteger(value) && [0, 1].includes(value | 0),
  },
  {
    id: 'accepts-boolean-as-text',
    title: '"true" and "false" are accepted as localParticipantObservationOnly.',
    requirements: ['GT-REQ-OBSERVATIONONLY'],
    quote: observationOnly,
    rule: 'type /localParticipantObservationOnly',
    takes: (value) => value === 'true' || value === 'false',
  },
  {
    id: 'accepts-boolean-as-number',
    title: '0 and 1 are accepted as localParticipantObservationOnly.',
    requirements: ['GT-REQ-OBSERVATIONONLY'],
    quote: observationOnly,
    rule: 'type /localParticipantObservationOnly',
    takes: (value) => value === 0 || value === 1,
  },
  {
    id: 'accepts-single-confirming-uid',
    title: 'One uid in place of the array is accepted as otherConfirmingParticipantUids.',
    requirements: ['GT-REQ-OTHERCONFIRMING'],
    quote: confirming,
    rule: 'type /otherConfirmingParticipantUids',
    takes: (value) => isString(value) && value.includes('::'),
  },
  {
    id: 'accepts-observing-uids-as-object',
    title: 'An object with numbered members is accepted as observingParticipantUids.',
    requirements: ['GT-REQ-OBSERVING'],
    quote: observing,
    rule: 'type /observingParticipantUids',
    takes: (value) => isObject(value) && '0' in value,
  },
  {
    id: 'checks-first-confirming-uid-alone',
    title: 'Elements of otherConfirmingParticipantUids after the first may have another JSON type.',
    requirements: ['GT-REQ-OTHERCONFIRMING'],
    quote: confirming,
    rule: 'type /otherConfirmingParticipantUids/*',
    takes: (_value, pointer) => !pointer.endsWith('/0'),
  },
  {
    id: 'accepts-null-behind-first-observing-uid',
    title: 'null is accepted among observingParticipantUids after the first element.',
    requirements: ['GT-REQ-OBSERVING'],
    quote: observing,
    rule: 'null /observingParticipantUids/*',
    takes: (_value, pointer) => !pointer.endsWith('/0'),
  },
  {
    id: 'accepts-number-as-party-hint',
    title: 'A number is accepted as partyHint and written as text.',
    requirements: ['GT-REQ-PARTYHINT'],
    quote: '| partyHint | string | yes |',
    rule: 'type /partyHint',
    takes: (value) => typeof value === 'number',
  },
  {
    id: 'accepts-key-as-json-text',
    title: 'A publicKey written as a string that holds its JSON is accepted.',
    requirements: ['GT-REQ-PUBLICKEY'],
    quote: '| publicKey | SigningPublicKey (below) | yes | Public key of the party. |',
    rule: 'type /publicKey',
    takes: (value) => isString(value) && value.startsWith('{'),
  },
  {
    id: 'accepts-list-of-one-key',
    title: 'A publicKey inside an array is accepted.',
    requirements: ['GT-REQ-PUBLICKEY'],
    quote: '| publicKey | SigningPublicKey (below) | yes | Public key of the party. |',
    rule: 'type /publicKey',
    takes: (value) => isArray(value) && isObject(value[0]),
  },
  {
    id: 'takes-empty-synchronizer-for-its-own',
    title: 'An empty synchronizer means the connected one.',
    requirements: ['GT-SYNC-UNKNOWN'],
    quote: 'Synchronizer identifier for which the request is built.',
    rule: 'unknown /synchronizer',
    takes: (_value, _pointer, { input }) => isObject(input) && input.synchronizer === '',
  },
  {
    id: 'accepts-alias-of-synchronizer',
    title: 'The alias of the synchronizer is accepted in place of its identifier.',
    requirements: ['GT-SYNC-ALIAS'],
    quote: 'Aliases are not supported; an identifier is given.',
    rule: 'unknown /synchronizer',
    takes: (_value, _pointer, { input, ledger }) =>
      isObject(input) && input.synchronizer === ledger.synchronizerAlias,
  },
  {
    id: 'accepts-unknown-synchronizer',
    title: 'An identifier that no synchronizer has is accepted.',
    requirements: ['GT-SYNC-UNKNOWN'],
    quote: 'Synchronizer identifier for which the request is built.',
    rule: 'unknown /synchronizer',
    takes: (_value, _pointer, { input, ledger }) =>
      isObject(input) && input.synchronizer !== ledger.synchronizerAlias,
  },
  {
    id: 'ignores-fingerprint-of-synchronizer',
    title: 'A synchronizer identifier with the right name and another fingerprint is accepted.',
    requirements: ['GT-SYNC-UNKNOWN'],
    quote: 'Synchronizer identifier for which the request is built.',
    rule: 'unknown /synchronizer',
    takes: (_value, _pointer, { input, ledger }) =>
      isObject(input) && String(input.synchronizer).split('::')[0] === ledger.synchronizer.split('::')[0],
  },
  {
    id: 'accepts-key-that-is-no-base64',
    title: 'keyData that no encoding decodes is accepted.',
    requirements: ['GT-KEY-UNDECODABLE'],
    quote: 'Serialized public key in the stated format.',
    rule: 'undecodable /publicKey',
    takes: (_value, _pointer, { input }) => !/^[A-Za-z0-9+/=]*$/.test(keyDataOf(input)),
  },
  {
    id: 'accepts-cut-key',
    title: 'A public key of fewer bytes than its format has is accepted.',
    requirements: ['GT-KEY-UNDECODABLE'],
    quote: 'Serialized public key in the stated format.',
    rule: 'undecodable /publicKey',
    takes: (_value, _pointer, { input }) => {
      const length = Buffer.from(keyDataOf(input), 'base64').length;
      return /^[A-Za-z0-9+/=]*$/.test(keyDataOf(input)) && length < 44;
    },
  },
  {
    id: 'accepts-random-bytes-as-key',
    title: 'Any 44 bytes are accepted as a Curve25519 SubjectPublicKeyInfo.',
    requirements: ['GT-KEY-UNDECODABLE'],
    quote: 'Serialized public key in the stated format.',
    rule: 'undecodable /publicKey',
    takes: (_value, _pointer, { input }) => {
      const bytes = Buffer.from(keyDataOf(input), 'base64');
      return bytes.length === 44 && bytes[0] !== 0x30;
    },
  },
  {
    id: 'accepts-array-that-holds-body',
    title: 'A valid object inside an array is accepted as the body.',
    requirements: ['GT-BODY'],
    quote: quotes.generateBody,
    rule: 'type /',
    takes: (value) => isArray(value) && isObject(value[0]),
  },
  {
    id: 'accepts-number-as-body',
    title: 'A number, true and false are accepted as the body.',
    requirements: ['GT-BODY'],
    quote: quotes.generateBody,
    rule: 'type /',
    takes: (value) => !isArray(value) && !isString(value),
  },
  {
    id: 'accepts-null-as-body',
    title: 'null is accepted as the body.',
    requirements: ['GT-BODY'],
    quote: quotes.generateBody,
    rule: 'null /',
    takes: () => true,
  },
];

function keyDataOf(input: unknown): string {
  const key = isObject(input) ? input.publicKey : undefined;
  return isObject(key) && isString(key.keyData) ? key.keyData : '';
}

/** Values that a lenient server accepts instead of the documented ones (rulings 12 and 13). */
export const generateTopologyValueFaults = lenientRules('generate-topology', rows);
