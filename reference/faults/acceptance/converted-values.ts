import { isArray, isObject, isString } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { type LenientRow, lenient, lenientRules } from './lenient-rule.ts';

const threshold = 'type /confirmationThreshold';
const observationOnly = 'type /localParticipantObservationOnly';
const duration = '/deduplicationPeriod/DeduplicationDuration/value';
const parties = '/partySignatures/signatures';

const isText = (pattern: RegExp) => (value: unknown) => isString(value) && pattern.test(value);

const isListOfOne = (holds: (value: unknown) => boolean) => (value: unknown) =>
  isArray(value) && value.length === 1 && holds(value[0]);

const areBytes = (value: unknown): boolean =>
  isArray(value) && value.length > 3 && value.every((each) => Number.isInteger(each));

const ofGenerate: readonly LenientRow[] = [
  ...lenient(['GT-REQ-THRESHOLD-TYPE'], threshold, {
    'reads-blank-as-threshold': [
      'An empty or blank string is read as the confirmationThreshold 0.',
      isText(/^\s*$/),
    ],
    'trims-threshold-in-text': [
      'Digits with blanks around them in a string are read as confirmationThreshold.',
      isText(/^(\s+\d+|\d+\s+)$/),
    ],
    'reads-threshold-with-exponent-in-text': [
      'A string such as 1e0 is read as confirmationThreshold.',
      isText(/^\d+e\d+$/i),
    ],
    'reads-leading-digits-as-threshold': [
      'The digits at the beginning of a string are read as confirmationThreshold.',
      isText(/^\d+[a-z ;]+/i),
    ],
    'reads-word-as-threshold': ['A word is read as the confirmationThreshold 0.', isText(/^[a-z]+$/i)],
    'takes-threshold-from-list-of-one': [
      'A confirmationThreshold inside an array is accepted.',
      isListOfOne(Number.isInteger),
    ],
    'takes-threshold-in-text-from-list-of-one': [
      'A string of digits inside an array is accepted as confirmationThreshold.',
      isListOfOne(isText(/^\d+$/)),
    ],
    'reads-infinity-as-threshold': [
      'A number that no double holds, such as 1e400, is read as the confirmationThreshold 0.',
      (value) => value === Number.POSITIVE_INFINITY,
    ],
    'reads-empty-list-as-threshold': [
      'An empty array is read as the confirmationThreshold 0.',
      (value) => isArray(value) && value.length === 0,
    ],
  }),
  ...lenient(['GT-REQ-OBSERVATIONONLY'], observationOnly, {
    'reads-yes-as-boolean': [
      'Words such as yes and on are read as localParticipantObservationOnly.',
      isText(/^(yes|no|on|off|y|n|t|f)$/i),
    ],
    'reads-true-in-other-case-as-boolean': [
      'True and FALSE in a string are read as localParticipantObservationOnly.',
      isText(/^(T|F)(rue|RUE|alse|ALSE)$/),
    ],
    'reads-any-text-as-boolean': ['Every string is read as localParticipantObservationOnly.', isString],
    'reads-any-number-as-boolean': [
      'Numbers other than 0 and 1 are read as localParticipantObservationOnly.',
      (value) => typeof value === 'number' && value !== 0 && value !== 1,
    ],
  }),
  ...lenient(['GT-REQ-PUBLICKEY'], 'type /publicKey', {
    'reads-member-values-as-key': [
      'An array of the values of publicKey is accepted in place of the object.',
      (value) => isArray(value) && value.length === 3 && value.every(isString),
    ],
    'reads-blank-as-key': ['An empty or blank string is accepted as publicKey.', isText(/^\s*$/)],
  }),
  ...lenient(['GT-REQ-KEYDATA'], 'type /publicKey/keyData', {
    'reads-bytes-as-key-data': ['An array of bytes is accepted as keyData.', areBytes],
  }),
  ...lenient(['GT-REQ-FORMAT'], 'type /publicKey/format', {
    'reads-numbers-as-text-inside-key': [
      'A number is accepted as format of publicKey.',
      (value) => typeof value === 'number',
    ],
  }),
  ...lenient(['GT-REQ-OTHERCONFIRMING'], 'type /otherConfirmingParticipantUids/*', {
    'takes-confirming-uid-from-list-of-one': [
      'An element of otherConfirmingParticipantUids inside an array is accepted.',
      isListOfOne(isString),
    ],
  }),
  ...lenient(['GT-REQ-OTHERCONFIRMING'], 'type /otherConfirmingParticipantUids', {
    'splits-confirming-uids-at-commas': [
      'A string with commas is accepted as otherConfirmingParticipantUids.',
      isText(/,/),
    ],
  }),
  ...lenient(['GT-REQ-OBSERVING'], 'type /observingParticipantUids', {
    'reads-empty-text-as-observing-uids': [
      'An empty string is accepted as observingParticipantUids.',
      (value) => value === '',
    ],
  }),
  ...lenient(['GT-BODY'], 'type /', {
    'reads-member-values-as-body': [
      'An array of the values of the body is accepted in place of the object.',
      (value) => isArray(value) && isString(value[0]) && value.some(isObject),
    ],
  }),
];

function entriesOf(input: unknown): number {
  const list =
    isObject(input) && isObject(input.partySignatures) ? input.partySignatures.signatures : undefined;
  return isArray(list) ? list.length : 0;
}

const ofExecute: readonly LenientRow[] = [
  ...lenient(['EX-REQ-HASHINGSCHEME', 'EX-REQ-HASHINGSCHEME-ENUM'], 'type /hashingSchemeVersion', {
    'takes-hashing-scheme-as-object': [
      'An object with the name as its only member is accepted as hashingSchemeVersion.',
      (value) => isObject(value) && Object.values(value)[0] === null,
    ],
  }),
  ...lenient(['EX-REQ-HASHINGSCHEME-ENUM'], 'unknown /hashingSchemeVersion', {
    'cuts-hashing-scheme-at-line-feed': [
      'A line feed or NUL behind the name of hashingSchemeVersion is ignored.',
      isText(/^HASHING_SCHEME_VERSION_V[23][\n\0]$/),
    ],
  }),
  ...lenient(['EX-PS-SIGNATURES'], `type ${parties}/*`, {
    'reads-member-values-as-party-entry': [
      'An array of the values of an entry of partySignatures is accepted in place of the object.',
      (value) => isArray(value) && value.length > 1 && !isArray(value[0]),
    ],
  }),
  ...lenient(['EX-PS-PARTY-SIGNATURES'], `type ${parties}/*/signatures/*`, {
    'reads-member-values-as-signature': [
      'An array of the values of a signature is accepted in place of the object.',
      (value) => isArray(value) && value.length > 1 && value.every(isString),
    ],
  }),
  ...lenient(['EX-PS-SIGNATURE'], `type ${parties}/*/signatures/*/signature`, {
    'takes-signature-from-list-of-one': ['A signature inside an array is accepted.', isListOfOne(isString)],
    'reads-bytes-as-signature': ['An array of bytes is accepted as signature.', areBytes],
  }),
  ...lenient(['EX-DEDUP-SECONDS'], `type ${duration}/seconds`, {
    'reads-blank-as-seconds': [
      'A blank string is read as 0 seconds of the deduplication duration.',
      isText(/^\s*$/),
    ],
    'reads-seconds-with-exponent-in-text': [
      'A string such as 6e1 is read as seconds of the deduplication duration.',
      isText(/^\d+e\d+$/),
    ],
  }),
  ...lenient(['EX-DEDUP-NANOS'], `type ${duration}/nanos`, {
    'reads-boolean-as-nanos': [
      'true is read as nanos of the deduplication duration.',
      (value) => value === true,
    ],
  }),
  ...lenient(['EX-PS-SIGNATURES'], 'null /partySignatures/signatures/*', {
    'skips-null-behind-entry': [
      'null behind a valid entry of partySignatures is skipped.',
      (value, pointer) => value === null && !pointer.endsWith('/0'),
    ],
    'skips-null-in-front-of-entry': [
      'null in front of a valid entry of partySignatures is skipped.',
      (value, pointer, { input }) => value === null && pointer.endsWith('/0') && entriesOf(input) > 1,
    ],
  }),
  ...lenient(['EX-PS-PARTY-SIGNATURES'], 'null /partySignatures/signatures/*/signatures/*', {
    'skips-null-among-signatures': [
      'null behind a valid signature of a party is skipped.',
      (value, pointer) => value === null && !pointer.endsWith('/0'),
    ],
  }),
  ...lenient(['EX-REQ-PREPAREDTRANSACTION'], 'type /preparedTransaction', {
    'reads-bytes-as-transaction': ['An array of bytes is accepted as preparedTransaction.', areBytes],
  }),
  ...lenient(['EX-REQ-SUBMISSIONID'], 'type /submissionId', {
    'reads-infinity-as-submission-id': [
      'A number that no double holds, such as 1e400, is read as a submissionId.',
      (value) => typeof value === 'number' && !Number.isFinite(value),
    ],
    'reads-boolean-as-submission-id': [
      'true is accepted as submissionId.',
      (value) => typeof value === 'boolean',
    ],
  }),
  ...lenient(['EX-REQ-MINLEDGERTIME'], 'type /minLedgerTime', {
    'decodes-ledger-time-in-text': [
      'A string that holds the JSON of minLedgerTime is accepted.',
      isText(/^\{/),
    ],
  }),
  ...lenient(['EX-REQ-DEDUPLICATION'], 'type /deduplicationPeriod', {
    'takes-deduplication-from-list-of-one': [
      'A deduplicationPeriod inside an array is accepted.',
      isListOfOne(isObject),
    ],
  }),
];

/** Values that can be turned into the documented ones, and are (ruling 30). */
export const convertedValueFaults: readonly Fault[] = [
  ...lenientRules('generate-topology', ofGenerate),
  ...lenientRules('execute-submission', ofExecute),
];
