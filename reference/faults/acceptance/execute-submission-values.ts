import { isArray, isObject, isString } from '../../rules/json-types.ts';
import { type LenientRow, lenient, lenientRules } from './lenient-rule.ts';

const duration = '/deduplicationPeriod/DeduplicationDuration/value';
const parties = '/partySignatures/signatures';

const rows: readonly LenientRow[] = [
  ...lenient(['EX-REQ-HASHINGSCHEME-ENUM'], 'unknown /hashingSchemeVersion', {
    'accepts-unknown-hashing-scheme': ['Any name is accepted as hashingSchemeVersion.', () => true],
    'accepts-hashing-scheme-in-lower-case': [
      'The names of hashingSchemeVersion are accepted in lower case.',
      (value) => isString(value) && /^hashing_scheme_version_(unspecified|v2|v3)$/.test(value),
    ],
    'accepts-short-hashing-scheme': [
      'V2 and V3 are accepted as hashingSchemeVersion.',
      (value) => value === 'V2' || value === 'V3',
    ],
    'looks-hashing-scheme-up-in-an-object': [
      'The name of a member that every object has is accepted as hashingSchemeVersion.',
      (value) => isString(value) && value in {},
    ],
    'trims-hashing-scheme': [
      'A hashingSchemeVersion with a leading or trailing space is accepted.',
      (value) => isString(value) && /^HASHING_SCHEME_VERSION_V[23]$/.test(value.trim()),
    ],
    'accepts-hashing-scheme-of-a-later-version': [
      'HASHING_SCHEME_VERSION_V4 is accepted as hashingSchemeVersion.',
      (value) => value === 'HASHING_SCHEME_VERSION_V4',
    ],
    'accepts-hashing-scheme-of-an-earlier-version': [
      'HASHING_SCHEME_VERSION_V1 is accepted as hashingSchemeVersion.',
      (value) => value === 'HASHING_SCHEME_VERSION_V1',
    ],
  }),
  {
    id: 'accepts-user-id-as-number-beside-ledger-time',
    title: 'A number is accepted as userId where minLedgerTime is given.',
    requirements: ['EX-REQ-USERID'],
    quote: '| userId | string | no | Same meaning as user_id',
    rule: 'type /userId',
    takes: (_value, _pointer, { input }) => isObject(input) && input.minLedgerTime !== undefined,
  },
  ...lenient(['EX-REQ-HASHINGSCHEME', 'EX-REQ-HASHINGSCHEME-ENUM'], 'type /hashingSchemeVersion', {
    'accepts-hashing-scheme-by-number': [
      'The number of an enum value is accepted as hashingSchemeVersion.',
      (value) => typeof value === 'number',
    ],
  }),
  ...lenient(['EX-REQ-SUBMISSIONID-LEDGERSTRING'], 'too long /submissionId', {
    'trims-submission-id-before-it-counts': [
      'A submissionId of 256 characters is accepted where one at its end is a blank.',
      (value) => isString(value) && value.trim().length <= 255,
    ],
    'accepts-long-submission-id': ['A submissionId of any length is accepted.', () => true],
    'accepts-submission-id-of-256-characters': [
      'The limit of submissionId is one character too high.',
      (value) => isString(value) && value.length === 256,
    ],
  }),
  ...lenient(['EX-REQ-SUBMISSIONID-LEDGERSTRING'], 'alphabet /submissionId', {
    'accepts-any-character-in-submission-id': ['A submissionId may hold any character.', () => true],
    'accepts-letters-of-other-scripts': [
      'A submissionId may hold letters and digits outside ASCII.',
      (value) => isString(value) && /^[\p{L}\p{N}._:\-#/ ]*$/u.test(value),
    ],
    'matches-submission-id-without-case-in-unicode': [
      'The pattern of submissionId ignores case in Unicode, so that U+212A and U+017F match k and s.',
      (value) => isString(value) && /^[A-Z0-9._:\-#/ ]*$/iu.test(value),
    ],
    'accepts-line-feed-behind-submission-id': [
      'A submissionId may end in a line feed.',
      (value) => isString(value) && /^[A-Za-z0-9._:\-#/ ]*\n$/.test(value),
    ],
    'looks-at-beginning-of-submission-id': [
      'Only the first 20 characters of submissionId are validated.',
      (value) => isString(value) && /^[A-Za-z0-9._:\-#/ ]{20}/.test(value),
    ],
    'takes-submission-id-that-contains-a-valid-one': [
      'A submissionId is accepted if 16 valid characters in a row are anywhere in it.',
      (value) => isString(value) && /[A-Za-z0-9._:\-#/ ]{16}/.test(value),
    ],
    'looks-at-first-character-of-submission-id': [
      'Only the first character of submissionId is validated.',
      (value) => isString(value) && /^[A-Za-z0-9._:\-#/ ]/.test(value),
    ],
  }),
  ...lenient(['EX-REQ-SUBMISSIONID'], 'type /submissionId', {
    'accepts-number-as-submission-id': [
      'A number is accepted as submissionId.',
      (value) => typeof value === 'number',
    ],
  }),
  ...lenient(['EX-DEDUP-SECONDS'], `type ${duration}/seconds`, {
    'accepts-fractional-seconds': [
      'A fraction is accepted as seconds of the deduplication duration.',
      (value) => typeof value === 'number',
    ],
    'accepts-letters-as-seconds': [
      'Letters are accepted as seconds of the deduplication duration and count as 0.',
      (value) => isString(value) && /[a-z]/.test(value),
    ],
    'accepts-seconds-with-a-unit': [
      'Digits followed by a unit are accepted as seconds of the deduplication duration.',
      (value) => isString(value) && /^[0-9]+[a-z]+$/.test(value),
    ],
  }),
  ...lenient(['EX-SINGLE-PARTY'], `several parties ${parties}`, {
    'takes-the-last-party-alone': [
      'A submission whose first party is another one than the rest is accepted.',
      (value) => Array.isArray(value) && String(value[0]?.party).endsWith(`-${value.at(-1)?.party}`),
    ],
  }),
  ...lenient(['EX-DEDUP-NANOS'], `type ${duration}/nanos`, {
    'accepts-fractional-nanos': [
      'A fraction is accepted as nanos of the deduplication duration.',
      (value) => typeof value === 'number' && !Number.isInteger(value),
    ],
  }),
  ...lenient(['EX-SINGLE-PARTY'], `several parties ${parties}`, {
    'accepts-several-parties': ['A submission that two different parties sign is accepted.', () => true],
    'counts-two-parties-alone': [
      'A submission that three different parties sign is accepted.',
      (value) => Array.isArray(value) && value.length > 2 && value[0]?.party !== value[1]?.party,
    ],
    'compares-the-first-two-parties-alone': [
      'A party that signs after two signatures of another one is accepted.',
      (value) => Array.isArray(value) && value[0]?.party === value[1]?.party,
    ],
  }),
  ...lenient(['EX-PS-SIGNATURES'], `type ${parties}/*`, {
    'checks-first-entry-of-party-signatures-alone': [
      'Entries of partySignatures after the first may have another JSON type.',
      (_value, pointer) => !pointer.endsWith('/0'),
    ],
  }),
  ...lenient(['EX-PS-PARTY-SIGNATURES'], `type ${parties}/*/signatures/*`, {
    'checks-first-signature-alone': [
      'Signatures of a party after the first may have another JSON type.',
      (_value, pointer) => !pointer.endsWith('/0'),
    ],
  }),
  ...lenient(['EX-PS-SIGNATURE'], `type ${parties}/*/signatures/*/signature`, {
    'accepts-number-as-signature-behind-the-first': [
      'The signature of a second signature entry may have another JSON type.',
      (_value, pointer) => !pointer.endsWith('/0/signature'),
    ],
  }),
  ...lenient(['EX-PS-PARTY-SIGNATURES'], `type ${parties}/*/signatures`, {
    'accepts-single-signature-for-list': [
      'One signature object in place of the array is accepted.',
      (value) => isObject(value),
    ],
  }),
  ...lenient(['EX-REQ-PARTYSIGNATURES'], 'type /partySignatures', {
    'accepts-party-signatures-as-list': [
      'partySignatures may be the array itself.',
      (value) => isArray(value),
    ],
  }),
  ...lenient(['EX-BODY'], 'type /', {
    'accepts-array-that-holds-body': [
      'A valid object inside an array is accepted as the body.',
      (value) => isArray(value) && isObject(value[0]),
    ],
    'accepts-text-that-holds-body': [
      'A string that holds the JSON of the body is accepted.',
      (value) => isString(value),
    ],
  }),
  ...lenient(['EX-BODY'], 'null /', {
    'accepts-null-as-body': ['null is accepted as the body.', () => true],
  }),
];

/** Values that a lenient server accepts instead of the documented ones (ruling 14). */
export const executeSubmissionValueFaults = lenientRules('execute-submission', rows);
