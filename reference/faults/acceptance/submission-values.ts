import { not, without } from '../../rows/conditions.ts';
import type { Action } from '../../rows/engine.ts';
import { accept } from '../../rows/requests.ts';
import { isArray, isObject, isString, type Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { EX, faults } from '../table.ts';
import { areBytes, isBehindFirst, isListOfOne, isText } from './values.ts';

const duration = '/deduplicationPeriod/DeduplicationDuration/value';
const parties = '/partySignatures/signatures';
const signatures = `${parties}/*/signatures`;
const several = `several parties ${parties}`;

type Which = (value: Json) => unknown;
const scheme = (which?: Which): Action => accept('unknown /hashingSchemeVersion', which);
const alphabet = (pattern: RegExp): Action => accept('alphabet /submissionId', isText(pattern));

/** Values that a lenient server accepts instead of the documented ones (ruling 14). */
export const submissionValues: readonly Fault[] = [
  ...faults(EX, 'EX-REQ-HASHINGSCHEME-ENUM', {
    'accepts-unknown-hashing-scheme': ['Any name is accepted as hashingSchemeVersion.', scheme()],
    'accepts-hashing-scheme-in-lower-case': [
      'The names of hashingSchemeVersion are accepted in lower case.',
      scheme(isText(/^hashing_scheme_version_(unspecified|v2|v3)$/)),
    ],
    'accepts-short-hashing-scheme': ['V2 and V3 are accepted as hashingSchemeVersion.', scheme(isText(/^V[23]$/))],
    'looks-hashing-scheme-up-in-an-object': [
      'The name of a member that every object has is accepted as hashingSchemeVersion.',
      scheme((value) => isString(value) && value in {}),
    ],
    'trims-hashing-scheme': ['A hashingSchemeVersion with a leading or trailing space is accepted.', scheme(isText(/^\s*HASHING_SCHEME_VERSION_V[23]\s*$/))],
    'accepts-hashing-scheme-of-a-later-version': [
      'HASHING_SCHEME_VERSION_V4 is accepted as hashingSchemeVersion.',
      scheme((value) => value === 'HASHING_SCHEME_VERSION_V4'),
    ],
    'accepts-hashing-scheme-of-an-earlier-version': [
      'HASHING_SCHEME_VERSION_V1 is accepted as hashingSchemeVersion.',
      scheme((value) => value === 'HASHING_SCHEME_VERSION_V1'),
    ],
  }),
  ...faults(EX, 'EX-REQ-USERID', {
    'accepts-user-id-as-number-beside-ledger-time': [
      'A number is accepted as userId where minLedgerTime is given.',
      accept('type /userId'),
      { quote: '| userId | string | no | Same meaning as user_id', under: not(without('/minLedgerTime')) },
    ],
  }),
  ...faults(EX, ['EX-REQ-HASHINGSCHEME', 'EX-REQ-HASHINGSCHEME-ENUM'], {
    'accepts-hashing-scheme-by-number': [
      'The number of an enum value is accepted as hashingSchemeVersion.',
      accept('type /hashingSchemeVersion', (value) => typeof value === 'number'),
    ],
  }),
  ...faults(EX, 'EX-REQ-SUBMISSIONID-LEDGERSTRING', {
    'trims-submission-id-before-it-counts': [
      'A submissionId of 256 characters is accepted where one at its end is a blank.',
      accept('too long /submissionId', (value) => value.trim().length <= 255),
    ],
    'accepts-long-submission-id': ['A submissionId of any length is accepted.', accept('too long /submissionId')],
    'accepts-submission-id-of-256-characters': ['submissionId may have 256 characters.', accept('too long /submissionId', (value) => value.length === 256)],
    'accepts-any-character-in-submission-id': ['A submissionId may hold any character.', accept('alphabet /submissionId')],
    'accepts-letters-of-other-scripts': ['A submissionId may hold letters and digits outside ASCII.', alphabet(/^[\p{L}\p{N}._:\-#/ ]*$/u)],
    'matches-submission-id-without-case-in-unicode': [
      'The pattern of submissionId ignores case in Unicode, so that U+212A and U+017F match k and s.',
      alphabet(/^[A-Z0-9._:\-#/ ]*$/iu),
    ],
    'accepts-line-feed-behind-submission-id': ['A submissionId may end in a line feed.', alphabet(/^[A-Za-z0-9._:\-#/ ]*\n$/)],
    'looks-at-beginning-of-submission-id': ['Only the first 20 characters of submissionId are validated.', alphabet(/^[A-Za-z0-9._:\-#/ ]{20}/)],
    'takes-submission-id-that-contains-a-valid-one': [
      'A submissionId is accepted if 16 valid characters in a row are anywhere in it.',
      alphabet(/[A-Za-z0-9._:\-#/ ]{16}/),
    ],
    'looks-at-first-character-of-submission-id': ['Only the first character of submissionId is validated.', alphabet(/^[A-Za-z0-9._:\-#/ ]/)],
  }),
  ...faults(EX, 'EX-REQ-SUBMISSIONID', {
    'accepts-number-as-submission-id': ['A number is accepted as submissionId.', accept('type /submissionId', (value) => typeof value === 'number')],
  }),
  ...faults(EX, 'EX-DEDUP-SECONDS', {
    'accepts-fractional-seconds': [
      'A fraction is accepted as seconds of the deduplication duration.',
      accept(`type ${duration}/seconds`, (value) => typeof value === 'number'),
    ],
    'accepts-almost-integral-seconds': [
      'Seconds that differ from an integer by less than 1e-9 are accepted.',
      accept(`type ${duration}/seconds`, (value) => typeof value === 'number' && Math.abs(value - Math.round(value)) < 1e-9),
    ],
    'accepts-letters-as-seconds': [
      'Letters are accepted as seconds of the deduplication duration and count as 0.',
      accept(`type ${duration}/seconds`, isText(/[a-z]/)),
    ],
    'accepts-seconds-with-a-unit': [
      'Digits followed by a unit are accepted as seconds of the deduplication duration.',
      accept(`type ${duration}/seconds`, isText(/^[0-9]+[a-z]+$/)),
    ],
  }),
  ...faults(EX, 'EX-SINGLE-PARTY', {
    'takes-the-last-party-alone': [
      'A submission whose first party is another one than the rest is accepted.',
      accept(several, (value) => String(value[0]?.party).endsWith(`-${value.at(-1)?.party}`)),
    ],
  }),
  ...faults(EX, 'EX-DEDUP-NANOS', {
    'accepts-fractional-nanos': [
      'A fraction is accepted as nanos of the deduplication duration.',
      accept(`type ${duration}/nanos`, (value) => typeof value === 'number' && !Number.isInteger(value)),
    ],
  }),
  ...faults(EX, 'EX-SINGLE-PARTY', {
    'accepts-several-parties': ['A submission that two different parties sign is accepted.', accept(several)],
    'counts-two-parties-alone': [
      'A submission that three different parties sign is accepted.',
      accept(several, (value) => value.length > 2 && value[0]?.party !== value[1]?.party),
    ],
    'compares-parties-without-case': [
      'Two parties that differ in letter case alone are taken for one.',
      accept(several, (value) => new Set(value.map((entry: Json) => String(entry?.party).toLowerCase())).size === 1),
    ],
    'compares-names-of-parties': [
      'Two parties that differ in their fingerprint alone are taken for one.',
      accept(several, (value) => new Set(value.map((entry: Json) => String(entry?.party).split('::')[0])).size === 1),
    ],
    'compares-the-first-two-parties-alone': [
      'A party that signs after two signatures of another one is accepted.',
      accept(several, (value) => value[0]?.party === value[1]?.party),
    ],
  }),
  ...faults(EX, 'EX-PS-SIGNATURES', {
    'checks-first-entry-of-party-signatures-alone': [
      'Entries of partySignatures after the first may have another JSON type.',
      accept(`type ${parties}/*`, isBehindFirst),
    ],
  }),
  ...faults(EX, 'EX-PS-PARTY-SIGNATURES', {
    'checks-first-signature-alone': ['Signatures of a party after the first may have another JSON type.', accept(`type ${signatures}/*`, isBehindFirst)],
  }),
  ...faults(EX, 'EX-PS-SIGNATURE', {
    'accepts-number-as-signature-behind-the-first': [
      'The signature of a second signature entry may have another JSON type.',
      accept(`type ${signatures}/*/signature`, (_value, _call, pointer) => !pointer.endsWith('/0/signature')),
    ],
  }),
  ...faults(EX, 'EX-PS-PARTY-SIGNATURES', {
    'accepts-single-signature-for-list': ['One signature object in place of the array is accepted.', accept(`type ${signatures}`, isObject)],
  }),
  ...faults(EX, 'EX-REQ-PARTYSIGNATURES', {
    'accepts-party-signatures-as-list': ['partySignatures may be the array itself.', accept('type /partySignatures', isArray)],
  }),
  ...faults(EX, 'EX-BODY', {
    'accepts-array-that-holds-body': ['An array of a valid object is accepted as body.', accept('type /', (value) => isArray(value) && isObject(value[0]))],
    'accepts-text-that-holds-body': ['A string that holds the JSON of the body is accepted.', accept('type /', isString)],
    'accepts-null-as-body': ['null is accepted as the body.', accept('null /')],
  }),
];

/** Values that can be turned into the documented ones, and are (ruling 30). */
export const convertedSubmissionValues: readonly Fault[] = [
  ...faults(EX, ['EX-REQ-HASHINGSCHEME', 'EX-REQ-HASHINGSCHEME-ENUM'], {
    'takes-hashing-scheme-as-object': [
      'An object with the name as its only member is accepted as hashingSchemeVersion.',
      accept('type /hashingSchemeVersion', (value) => isObject(value) && Object.values(value)[0] === null),
    ],
  }),
  ...faults(EX, 'EX-REQ-HASHINGSCHEME-ENUM', {
    'cuts-hashing-scheme-at-line-feed': [
      'A line feed or NUL behind the name of hashingSchemeVersion is ignored.',
      scheme(isText(/^HASHING_SCHEME_VERSION_V[23][\n\0]$/)),
    ],
  }),
  ...faults(EX, 'EX-PS-SIGNATURES', {
    'reads-member-values-as-party-entry': [
      'An array of the values of an entry of partySignatures is accepted in place of the object.',
      accept(`type ${parties}/*`, (value) => isArray(value) && value.length > 1 && !isArray(value[0])),
    ],
  }),
  ...faults(EX, 'EX-PS-PARTY-SIGNATURES', {
    'reads-member-values-as-signature': [
      'An array of the values of a signature is accepted in place of the object.',
      accept(`type ${signatures}/*`, (value) => isArray(value) && value.length > 1 && value.every(isString)),
    ],
  }),
  ...faults(EX, 'EX-PS-SIGNATURE', {
    'takes-signature-from-list-of-one': ['A signature inside an array is accepted.', accept(`type ${signatures}/*/signature`, isListOfOne(isString))],
    'reads-bytes-as-signature': ['An array of bytes is accepted as signature.', accept(`type ${signatures}/*/signature`, areBytes)],
  }),
  ...faults(EX, 'EX-DEDUP-SECONDS', {
    'reads-blank-as-seconds': ['A blank string is read as 0 seconds of the deduplication duration.', accept(`type ${duration}/seconds`, isText(/^\s*$/))],
    'reads-seconds-with-exponent-in-text': [
      'A string such as 6e1 is read as seconds of the deduplication duration.',
      accept(`type ${duration}/seconds`, isText(/^\d+e\d+$/)),
    ],
  }),
  ...faults(EX, 'EX-DEDUP-NANOS', {
    'reads-boolean-as-nanos': ['true is read as nanos of the deduplication duration.', accept(`type ${duration}/nanos`, (value) => value === true)],
  }),
  ...faults(EX, 'EX-PS-SIGNATURES', {
    'skips-null-behind-entry': ['null behind a valid entry of partySignatures is skipped.', accept(`null ${parties}/*`, isBehindFirst)],
    'skips-null-in-front-of-entry': [
      'null in front of a valid entry of partySignatures is skipped.',
      accept(`null ${parties}/*`, (_value, { input }, pointer) => pointer.endsWith('/0') && input.partySignatures.signatures.length > 1),
    ],
  }),
  ...faults(EX, 'EX-PS-PARTY-SIGNATURES', {
    'skips-null-among-signatures': ['null behind a valid signature of a party is skipped.', accept(`null ${signatures}/*`, isBehindFirst)],
  }),
  ...faults(EX, 'EX-REQ-PREPAREDTRANSACTION', {
    'reads-bytes-as-transaction': ['An array of bytes is accepted as preparedTransaction.', accept('type /preparedTransaction', areBytes)],
  }),
  ...faults(EX, 'EX-REQ-SUBMISSIONID', {
    'reads-infinity-as-submission-id': [
      'A number that no double holds, such as 1e400, is read as a submissionId.',
      accept('type /submissionId', (value) => typeof value === 'number' && !Number.isFinite(value)),
    ],
    'reads-boolean-as-submission-id': ['true is accepted as submissionId.', accept('type /submissionId', (value) => typeof value === 'boolean')],
  }),
  ...faults(EX, 'EX-REQ-MINLEDGERTIME', {
    'decodes-ledger-time-in-text': ['A string that holds the JSON of minLedgerTime is accepted.', accept('type /minLedgerTime', isText(/^\{/))],
  }),
  ...faults(EX, 'EX-REQ-DEDUPLICATION', {
    'takes-deduplication-from-list-of-one': ['A deduplicationPeriod inside an array is accepted.', accept('type /deduplicationPeriod', isListOfOne(isObject))],
  }),
];
