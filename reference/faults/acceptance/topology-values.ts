import { apiKey } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import { isRaw } from '../../rows/generate-topology.ts';
import { accept } from '../../rows/requests.ts';
import { isArray, isInteger, isObject, isString, type Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { faults, GT } from '../table.ts';
import { areBytes, isBehindFirst, isListOfOne, isText } from './values.ts';

const threshold = (which?: (value: Json) => unknown): Action => accept('type /confirmationThreshold', which);
const boolean = (which: (value: Json) => unknown): Action => accept('type /localParticipantObservationOnly', which);
const confirming = '/otherConfirmingParticipantUids';
const observing = '/observingParticipantUids';

/** Accepts synchronizers that are not the connected one. */
const synchronizer = (which: (given: string, known: string, alias: string) => boolean): Action =>
  accept('unknown /synchronizer', (_, { input, ledger }) => which(input.synchronizer, ledger.synchronizer, ledger.synchronizerAlias));
const nameOf = (identifier: string): string => identifier.split('::')[0] ?? '';

/** Values that a lenient server accepts instead of the documented ones (rulings 12 and 13). */
export const topologyValues: readonly Fault[] = [
  ...faults(GT, 'GT-REQ-THRESHOLD-MIN', {
    'accepts-negative-confirmation-threshold': ['A negative confirmationThreshold is accepted.', accept('negative /confirmationThreshold')],
    'accepts-negative-threshold-where-it-observes-only': [
      'A negative confirmationThreshold is accepted beside localParticipantObservationOnly true.',
      accept('negative /confirmationThreshold', (_, { input }) => input.localParticipantObservationOnly === true),
      { only: 'optional-field' },
    ],
    'accepts-negative-threshold-in-chunks': [
      'A negative confirmationThreshold is accepted in a body in chunks.',
      accept('negative /confirmationThreshold', (_, { headers }) => headers['transfer-encoding'] !== undefined),
      { only: 'framing' },
    ],
  }),
  ...faults(GT, 'GT-REQ-KEYSPEC', {
    'accepts-missing-key-spec-of-raw-keys': [
      'A raw key without keySpec is accepted.',
      accept('missing /publicKey/keySpec', (_, { input }) => isRaw(input)),
      { only: 'key-type' },
    ],
  }),
  ...faults(GT, 'GT-REQ-PARTYHINT', {
    'accepts-missing-party-hint-of-p-256': [
      'A missing partyHint is accepted with a P-256 key.',
      accept('missing /partyHint', (_, { input }) => /P256$/.test(input.publicKey?.keySpec)),
      { only: 'key-type' },
    ],
  }),
  ...faults(GT, 'GT-REQ-KEYDATA-NONEMPTY', {
    'accepts-empty-key-data-behind-an-expectation': [
      'Empty keyData is accepted with Expect: 100-continue.',
      accept('empty /publicKey/keyData', (_, { headers }) => headers.expect !== undefined),
      { only: 'framing' },
    ],
    'accepts-empty-key-data-of-raw-keys': [
      'A raw key of no bytes is accepted.',
      accept('empty /publicKey/keyData', (_, { input }) => isRaw(input)),
      { only: 'key-type' },
    ],
  }),
  ...faults(GT, 'GT-REQ-THRESHOLD-TYPE', {
    'accepts-threshold-as-text': ['A confirmationThreshold written as a string of digits is accepted.', threshold(isText(/^\d+$/))],
    'accepts-fractional-threshold': [
      'A fractional confirmationThreshold is accepted, rounded down.',
      threshold((value) => typeof value === 'number' && !Number.isInteger(value)),
      { breaks: ['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN'] },
    ],
    'accepts-almost-integral-threshold': [
      'A confirmationThreshold that differs from an integer by less than 1e-9 is accepted.',
      threshold((value) => typeof value === 'number' && !Number.isInteger(value) && Math.abs(value - Math.round(value)) < 1e-9),
      { breaks: ['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN'] },
    ],
    'accepts-boolean-threshold': ['true is accepted as confirmationThreshold.', threshold((value) => value === true)],
    'accepts-threshold-above-int32': ['A confirmationThreshold above int32 is accepted.', threshold((value) => typeof value === 'number' && value >= 2 ** 31)],
    'wraps-threshold-of-33-bits': [
      'A confirmationThreshold of which the low 32 bits are 0 or 1 is accepted.',
      threshold((value) => isInteger(value) && [0, 1].includes(value | 0)),
      { breaks: ['GT-REQ-THRESHOLD-TYPE', 'GT-REQ-THRESHOLD-MIN'] },
    ],
  }),
  ...faults(GT, 'GT-REQ-OBSERVATIONONLY', {
    'accepts-boolean-as-text': ['"true" and "false" are accepted as localParticipantObservationOnly.', boolean(isText(/^(true|false)$/))],
    'accepts-boolean-as-number': ['0 and 1 are accepted as localParticipantObservationOnly.', boolean((value) => value === 0 || value === 1)],
  }),
  ...faults(GT, 'GT-REQ-OTHERCONFIRMING', {
    'accepts-single-confirming-uid': ['One uid, in no array, is accepted as otherConfirmingParticipantUids.', accept(`type ${confirming}`, isText(/::/))],
  }),
  ...faults(GT, 'GT-REQ-OBSERVING', {
    'accepts-observing-uids-as-object': [
      'An object with numbered members is accepted as observingParticipantUids.',
      accept(`type ${observing}`, (value) => isObject(value) && '0' in value),
    ],
  }),
  ...faults(GT, 'GT-REQ-OTHERCONFIRMING', {
    'checks-first-confirming-uid-alone': [
      'Elements of otherConfirmingParticipantUids after the first may have another JSON type.',
      accept(`type ${confirming}/*`, isBehindFirst),
    ],
    'drops-null-that-is-alone': [
      'A list of confirming participants that holds null alone is read as an empty one.',
      accept(`null ${confirming}/*`, (_, { input }) => input.otherConfirmingParticipantUids.length === 1),
      { only: 'value' },
    ],
  }),
  ...faults(GT, 'GT-REQ-OBSERVING', {
    'accepts-null-behind-first-observing-uid': [
      'null is accepted among observingParticipantUids after the first element.',
      accept(`null ${observing}/*`, isBehindFirst),
    ],
  }),
  ...faults(GT, 'GT-REQ-PARTYHINT', {
    'accepts-number-as-party-hint': ['A number is accepted as partyHint and written as text.', accept('type /partyHint', (value) => typeof value === 'number')],
  }),
  ...faults(GT, 'GT-REQ-PUBLICKEY', {
    'accepts-key-as-json-text': ['A publicKey written as a string that holds its JSON is accepted.', accept('type /publicKey', isText(/^\{/))],
    'accepts-list-of-one-key': ['A publicKey inside an array is accepted.', accept('type /publicKey', (value) => isArray(value) && isObject(value[0]))],
  }),
  ...faults(GT, 'GT-SYNC-UNKNOWN', {
    'takes-empty-synchronizer-for-its-own': ['An empty synchronizer means the connected one.', synchronizer((given) => given === '')],
  }),
  ...faults(GT, 'GT-SYNC-ALIAS', {
    'accepts-alias-of-synchronizer': ['The alias of the synchronizer is accepted as its identifier.', synchronizer((given, _, alias) => given === alias)],
  }),
  ...faults(GT, 'GT-SYNC-UNKNOWN', {
    'looks-no-synchronizer-up-under-api-key': ['The API key opens any synchronizer.', synchronizer(() => true), { under: apiKey, only: 'scheme' }],
    'accepts-unknown-synchronizer': ['An identifier that no synchronizer has is accepted.', synchronizer((given, _, alias) => given !== alias)],
    'reads-beginning-of-synchronizer': [
      'A synchronizer identifier that is cut short is completed.',
      synchronizer((given, known) => given.includes('::') && known.startsWith(given)),
    ],
    'finds-synchronizer-without-case': [
      'A synchronizer is found whatever the letter case of its identifier.',
      synchronizer((given, known) => given.toLowerCase() === known.toLowerCase()),
    ],
    'reads-name-of-synchronizer': ['A synchronizer is found by the name in front of its fingerprint.', synchronizer((given, known) => given === nameOf(known))],
    'trims-synchronizer': ['Blanks around the identifier of a synchronizer are ignored.', synchronizer((given, known) => given.trim() === known)],
    'cuts-synchronizer-at-nul': ['A synchronizer identifier is read as far as U+0000.', synchronizer((given, known) => given.split('\u0000')[0] === known)],
    'takes-participant-for-synchronizer': [
      'The uid of a participant is accepted in place of the identifier of a synchronizer.',
      accept('unknown /synchronizer', (_, { input, ledger }) => ledger.otherParticipantUids.includes(input.synchronizer)),
    ],
    'ignores-text-behind-synchronizer': [
      'Text behind the identifier of a synchronizer is ignored.',
      synchronizer((given, known) => given.startsWith(`${known}::`)),
    ],
    'ignores-fingerprint-of-synchronizer': [
      'A synchronizer identifier with the right name and another fingerprint is accepted.',
      synchronizer((given, known) => nameOf(given) === nameOf(known)),
    ],
  }),
];

/** What a body of generate-topology may be in place of an object. */
export const topologyBodies: readonly Fault[] = [
  ...faults(GT, 'GT-BODY', {
    'accepts-array-that-holds-body': ['An array of a valid object is accepted as body.', accept('type /', (value) => isArray(value) && isObject(value[0]))],
    'accepts-number-as-body': ['A number, true and false are accepted as the body.', accept('type /', (value) => !isArray(value) && !isString(value))],
    'accepts-null-as-body': ['null is accepted as the body.', accept('null /')],
  }),
];

/** Values that can be turned into the documented ones, and are (ruling 30). */
export const convertedTopologyValues: readonly Fault[] = [
  ...faults(GT, 'GT-REQ-THRESHOLD-TYPE', {
    'reads-blank-as-threshold': ['An empty or blank string is read as the confirmationThreshold 0.', threshold(isText(/^\s*$/))],
    'trims-threshold-in-text': ['Digits with blanks around them in a string are read as confirmationThreshold.', threshold(isText(/^(\s+\d+|\d+\s+)$/))],
    'reads-threshold-with-exponent-in-text': ['A string such as 1e0 is read as confirmationThreshold.', threshold(isText(/^\d+e\d+$/i))],
    'reads-leading-digits-as-threshold': ['The digits at the beginning of a string are read as confirmationThreshold.', threshold(isText(/^\d+[a-z ;]+/i))],
    'reads-word-as-threshold': ['A word is read as the confirmationThreshold 0.', threshold(isText(/^[a-z]+$/i))],
    'takes-threshold-from-list-of-one': ['A confirmationThreshold inside an array is accepted.', threshold(isListOfOne(Number.isInteger))],
    'takes-threshold-in-text-from-list-of-one': [
      'A string of digits inside an array is accepted as confirmationThreshold.',
      threshold(isListOfOne(isText(/^\d+$/))),
    ],
    'reads-infinity-as-threshold': [
      'A number that no double holds, such as 1e400, is read as the confirmationThreshold 0.',
      threshold((value) => value === Number.POSITIVE_INFINITY),
    ],
    'reads-empty-list-as-threshold': ['An empty array is read as the confirmationThreshold 0.', threshold((value) => isArray(value) && value.length === 0)],
  }),
  ...faults(GT, 'GT-REQ-OBSERVATIONONLY', {
    'reads-yes-as-boolean': ['Words such as yes and on are read as localParticipantObservationOnly.', boolean(isText(/^(yes|no|on|off|y|n|t|f)$/i))],
    'reads-true-in-other-case-as-boolean': [
      'True and FALSE in a string are read as localParticipantObservationOnly.',
      boolean(isText(/^(T|F)(rue|RUE|alse|ALSE)$/)),
    ],
    'reads-any-text-as-boolean': ['Every string is read as localParticipantObservationOnly.', boolean(isString)],
    'reads-any-number-as-boolean': [
      'Numbers other than 0 and 1 are read as localParticipantObservationOnly.',
      boolean((value) => typeof value === 'number' && value !== 0 && value !== 1),
    ],
  }),
  ...faults(GT, 'GT-REQ-PUBLICKEY', {
    'reads-member-values-as-key': [
      'An array of the values of publicKey is accepted in place of the object.',
      accept('type /publicKey', (value) => isArray(value) && value.length === 3 && value.every(isString)),
    ],
    'reads-blank-as-key': ['An empty or blank string is accepted as publicKey.', accept('type /publicKey', isText(/^\s*$/))],
  }),
  ...faults(GT, 'GT-REQ-KEYDATA', {
    'reads-bytes-as-key-data': ['An array of bytes is accepted as keyData.', accept('type /publicKey/keyData', areBytes)],
  }),
  ...faults(GT, 'GT-REQ-FORMAT', {
    'reads-numbers-as-text-inside-key': ['A number is accepted as publicKey.format.', accept('type /publicKey/format', (value) => typeof value === 'number')],
  }),
  ...faults(GT, 'GT-REQ-OTHERCONFIRMING', {
    'takes-confirming-uid-from-list-of-one': [
      'An element of otherConfirmingParticipantUids inside an array is accepted.',
      accept(`type ${confirming}/*`, isListOfOne(isString)),
    ],
    'splits-confirming-uids-at-commas': ['A string with commas is accepted as otherConfirmingParticipantUids.', accept(`type ${confirming}`, isText(/,/))],
  }),
  ...faults(GT, 'GT-REQ-OBSERVING', {
    'reads-empty-text-as-observing-uids': ['An empty string is accepted as observingParticipantUids.', accept(`type ${observing}`, (value) => value === '')],
  }),
  ...faults(GT, 'GT-BODY', {
    'reads-member-values-as-body': [
      'An array of the values of the body is accepted in place of the object.',
      accept('type /', (value) => isArray(value) && isString(value[0]) && value.some(isObject)),
    ],
  }),
];
