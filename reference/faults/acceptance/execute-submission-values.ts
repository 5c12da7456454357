import { isArray, isObject, isString } from '../../rules/json-types.ts';
import { quotes } from '../quotes.ts';
import { type LenientRow, lenientRules } from './lenient-rule.ts';

const hashingScheme =
  'Allowed values: HASHING_SCHEME_VERSION_UNSPECIFIED, HASHING_SCHEME_VERSION_V2, HASHING_SCHEME_VERSION_V3.';
const ledgerString = 'Must be a valid LedgerString.';
const seconds = '| deduplicationPeriod.DeduplicationDuration.value.seconds | integer |';
const nanos = '| deduplicationPeriod.DeduplicationDuration.value.nanos | integer |';
const duration = '/deduplicationPeriod/DeduplicationDuration/value';
const parties = '/partySignatures/signatures';

const rows: readonly LenientRow[] = [
  {
    id: 'accepts-unknown-hashing-scheme',
    title: 'Any name is accepted as hashingSchemeVersion.',
    requirements: ['EX-REQ-HASHINGSCHEME-ENUM'],
    quote: hashingScheme,
    rule: 'unknown /hashingSchemeVersion',
    takes: () => true,
  },
  {
    id: 'accepts-hashing-scheme-in-lower-case',
    title: 'The names of hashingSchemeVersion are accepted in lower case.',
    requirements: ['EX-REQ-HASHINGSCHEME-ENUM'],
    quote: hashingScheme,
    rule: 'unknown /hashingSchemeVersion',
    takes: (value) => isString(value) && /^hashing_scheme_version_(unspecified|v2|v3)$/.test(value),
  },
  {
    id: 'accepts-short-hashing-scheme',
    title: 'V2 and V3 are accepted as hashingSchemeVersion.',
    requirements: ['EX-REQ-HASHINGSCHEME-ENUM'],
    quote: hashingScheme,
    rule: 'unknown /hashingSchemeVersion',
    takes: (value) => value === 'V2' || value === 'V3',
  },
  {
    id: 'trims-hashing-scheme',
    title: 'A hashingSchemeVersion with a space before or behind it is accepted.',
    requirements: ['EX-REQ-HASHINGSCHEME-ENUM'],
    quote: hashingScheme,
    rule: 'unknown /hashingSchemeVersion',
    takes: (value) => isString(value) && /^HASHING_SCHEME_VERSION_V[23]$/.test(value.trim()),
  },
  {
    id: 'accepts-hashing-scheme-by-number',
    title: 'The number of an enum value is accepted as hashingSchemeVersion.',
    requirements: ['EX-REQ-HASHINGSCHEME', 'EX-REQ-HASHINGSCHEME-ENUM'],
    quote: '| hashingSchemeVersion | string (enum) | yes |',
    rule: 'type /hashingSchemeVersion',
    takes: (value) => typeof value === 'number',
  },
  {
    id: 'accepts-long-submission-id',
    title: 'A submissionId of any length is accepted.',
    requirements: ['EX-REQ-SUBMISSIONID-LEDGERSTRING'],
    quote: ledgerString,
    rule: 'too long /submissionId',
    takes: () => true,
  },
  {
    id: 'accepts-submission-id-of-256-characters',
    title: 'The limit of submissionId is one character too far.',
    requirements: ['EX-REQ-SUBMISSIONID-LEDGERSTRING'],
    quote: ledgerString,
    rule: 'too long /submissionId',
    takes: (value) => isString(value) && value.length === 256,
  },
  {
    id: 'accepts-any-character-in-submission-id',
    title: 'A submissionId may hold any character.',
    requirements: ['EX-REQ-SUBMISSIONID-LEDGERSTRING'],
    quote: ledgerString,
    rule: 'alphabet /submissionId',
    takes: () => true,
  },
  {
    id: 'accepts-letters-of-other-scripts',
    title: 'A submissionId may hold letters and digits outside ASCII.',
    requirements: ['EX-REQ-SUBMISSIONID-LEDGERSTRING'],
    quote: ledgerString,
    rule: 'alphabet /submissionId',
    takes: (value) => isString(value) && /^[\p{L}\p{N}._:\-#/ ]*$/u.test(value),
  },
  {
    id: 'accepts-line-feed-behind-submission-id',
    title: 'A submissionId may end in a line feed.',
    requirements: ['EX-REQ-SUBMISSIONID-LEDGERSTRING'],
    quote: ledgerString,
    rule: 'alphabet /submissionId',
    takes: (value) => isString(value) && /^[A-Za-z0-9._:\-#/ ]*\n$/.test(value),
  },
  {
    id: 'looks-at-first-character-of-submission-id',
    title: 'Only the first character of submissionId is looked at.',
    requirements: ['EX-REQ-SUBMISSIONID-LEDGERSTRING'],
    quote: ledgerString,
    rule: 'alphabet /submissionId',
    takes: (value) => isString(value) && /^[A-Za-z0-9._:\-#/ ]/.test(value),
  },
  {
    id: 'accepts-number-as-submission-id',
    title: 'A number is accepted as submissionId.',
    requirements: ['EX-REQ-SUBMISSIONID'],
    quote: '| submissionId | string | yes |',
    rule: 'type /submissionId',
    takes: (value) => typeof value === 'number',
  },
  {
    id: 'accepts-fractional-seconds',
    title: 'A fraction is accepted as seconds of the deduplication duration.',
    requirements: ['EX-DEDUP-SECONDS'],
    quote: seconds,
    rule: `type ${duration}/seconds`,
    takes: (value) => typeof value === 'number',
  },
  {
    id: 'accepts-letters-as-seconds',
    title: 'Letters are accepted as seconds of the deduplication duration and count as 0.',
    requirements: ['EX-DEDUP-SECONDS'],
    quote: seconds,
    rule: `type ${duration}/seconds`,
    takes: (value) => isString(value) && /[a-z]/.test(value),
  },
  {
    id: 'accepts-fractional-nanos',
    title: 'A fraction is accepted as nanos of the deduplication duration.',
    requirements: ['EX-DEDUP-NANOS'],
    quote: nanos,
    rule: `type ${duration}/nanos`,
    takes: (value) => typeof value === 'number' && !Number.isInteger(value),
  },
  {
    id: 'accepts-several-parties',
    title: 'A submission that two different parties sign is accepted.',
    requirements: ['EX-SINGLE-PARTY'],
    quote: 'Currently only single-party submissions are supported.',
    rule: `several parties ${parties}`,
    takes: () => true,
  },
  {
    id: 'checks-first-entry-of-party-signatures-alone',
    title: 'Entries of partySignatures behind the first may have another JSON type.',
    requirements: ['EX-PS-SIGNATURES'],
    quote: '| partySignatures.signatures | array of object | One entry per signing party. |',
    rule: `type ${parties}/*`,
    takes: (_value, pointer) => !pointer.endsWith('/0'),
  },
  {
    id: 'checks-first-signature-alone',
    title: 'Signatures of a party behind the first may have another JSON type.',
    requirements: ['EX-PS-PARTY-SIGNATURES'],
    quote: '| ...signatures[].signatures | array of object | One or more signatures of that party. |',
    rule: `type ${parties}/*/signatures/*`,
    takes: (_value, pointer) => !pointer.endsWith('/0'),
  },
  {
    id: 'accepts-number-as-signature-behind-the-first',
    title: 'The signature of a second signature entry may have another JSON type.',
    requirements: ['EX-PS-SIGNATURE'],
    quote: '| ...signatures[].signatures[].signature | string | The signature. |',
    rule: `type ${parties}/*/signatures/*/signature`,
    takes: (_value, pointer) => !pointer.endsWith('/0/signature'),
  },
  {
    id: 'accepts-single-signature-for-list',
    title: 'One signature object in place of the array is accepted.',
    requirements: ['EX-PS-PARTY-SIGNATURES'],
    quote: '| ...signatures[].signatures | array of object | One or more signatures of that party. |',
    rule: `type ${parties}/*/signatures`,
    takes: (value) => isObject(value),
  },
  {
    id: 'accepts-party-signatures-as-list',
    title: 'partySignatures may be the array itself.',
    requirements: ['EX-REQ-PARTYSIGNATURES'],
    quote: '| partySignatures | object | yes |',
    rule: 'type /partySignatures',
    takes: (value) => isArray(value),
  },
  {
    id: 'accepts-array-that-holds-body',
    title: 'A valid object inside an array is accepted as the body.',
    requirements: ['EX-BODY'],
    quote: quotes.executeBody,
    rule: 'type /',
    takes: (value) => isArray(value) && isObject(value[0]),
  },
  {
    id: 'accepts-text-that-holds-body',
    title: 'A string that holds the JSON of the body is accepted.',
    requirements: ['EX-BODY'],
    quote: quotes.executeBody,
    rule: 'type /',
    takes: (value) => isString(value),
  },
  {
    id: 'accepts-null-as-body',
    title: 'null is accepted as the body.',
    requirements: ['EX-BODY'],
    quote: quotes.executeBody,
    rule: 'null /',
    takes: () => true,
  },
];

/** Values that a lenient server takes for the documented ones (ruling 14). */
export const executeSubmissionValueFaults = lenientRules('execute-submission', rows);
