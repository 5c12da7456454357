import { refused } from '../refusal.ts';
import { refuse, reject, rejecting } from '../rows/requests.ts';
import { isArray, isObject, isString, type Json } from '../rules/json-types.ts';
import { hasFloat, hasLoneSurrogate, namesMemberTwice } from './json-scan.ts';
import { readings } from './readings.ts';
import { bodies, isUnknown, keyFormats, keySpecs, ofExecute, optional, textOf, uidFields } from './requests.ts';
import { EX, GT, LU, type VariantEntry, variants } from './table.ts';

const known: Readonly<Record<string, readonly string[]>> = {
  '': ['synchronizer', 'partyHint', 'publicKey', ...optional, ...ofExecute],
  publicKey: ['format', 'keyData', 'keySpec'],
  partySignatures: ['signatures'],
  signatures: ['party', 'signatures', 'format', 'signature', 'signedBy', 'signingAlgorithmSpec'],
};

function hasUnknownMember(node: Json, at = ''): boolean {
  if (isArray(node)) return node.some((each) => hasUnknownMember(each, at));
  const names = known[at];
  if (!isObject(node) || names === undefined) return false;
  return Object.entries(node).some(([name, each]) => !names.includes(name) || hasUnknownMember(each, name));
}

function isUriText(target: string): boolean {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}

const moreUids = (most: number) => (body: Json) => uidFields.some((field) => body[field]?.length > most);
const moreSignatures = (most: number) => (body: Json) => body.partySignatures.signatures.some((entry: Json) => entry.signatures.length > most);

const sixtyUids = Array.from({ length: 60 }, (_, at) => `participant${at}::1220${String(at).padStart(64, '0')}`).join();
const longUnknown = (body: Json): boolean =>
  Object.entries(body).some(([name, value]) => !known['']?.includes(name) && isString(value) && value.length > 8_192);

const unsupportedScheme = (version: string): VariantEntry => [
  `Execute does not support ${version}.`,
  reject(({ hashingSchemeVersion }) => hashingSchemeVersion === version),
];

/** Requests that are rejected where the document leaves it open (rulings 11 to 14, 23 and 35). */
export const refusedRequests = [
  ...variants(bodies, readings.observedBytes, {
    'refuses-unknown-members': [
      'Members that the document does not name are rejected.',
      reject((body) => hasUnknownMember(body)),
      { quote: readings.observedInvalid },
    ],
    'refuses-duplicate-members': ['An object that names a member twice is rejected.', reject((_, call) => namesMemberTwice(textOf(call)))],
    'refuses-integral-floats': [
      'Integers must be written without fraction and exponent.',
      reject((_, call) => hasFloat(textOf(call))),
      { quote: readings.observedInvalid },
    ],
    'refuses-lone-surrogates': ['Strings with a lone surrogate are rejected.', reject((body) => hasLoneSurrogate(body))],
    'refuses-other-content-types': [
      'A body whose Content-Type is not exactly application/json is answered 415 with the error object.',
      refuse('UNSUPPORTED_MEDIA_TYPE', (_, { headers }) => headers['content-type'] !== 'application/json'),
    ],
  }),
  ...variants(GT, readings.targetState, {
    'refuses-unusual-hints-in-text': [
      'A hint has 1 to 100 letters and digits; any other is an invalid value.',
      reject(({ partyHint }) => !/^[A-Za-z0-9]{1,100}$/.test(partyHint)),
      { quote: readings.semanticOpen },
    ],
    'refuses-keys-of-other-specs': [
      'Keys are X.509 keys of Curve25519; any other name is an invalid value.',
      reject(({ publicKey: { format, keySpec } }) => keySpec !== keySpecs[0] || format !== keyFormats[0]),
      { quote: readings.keySpecOpen },
    ],
    'refuses-unknown-participants': ['Uids of participants that the ledger does not know are rejected.', refuse('UNKNOWN_RESOURCE', isUnknown)],
  }),
  ...variants(EX, readings.observedExecute, {
    'refuses-dots-in-submission-ids': [
      'A submissionId with a full stop is rejected.',
      reject(({ submissionId }) => submissionId.includes('.')),
      { quote: readings.observedSubmissionId },
    ],
    'refuses-unusual-submission-ids': [
      'A submissionId may contain only letters, digits and -.',
      reject(({ submissionId }) => !/^[A-Za-z0-9-]+$/.test(submissionId)),
      { quote: readings.plainSubmissionId },
    ],
    'requires-deduplication-period': [
      'A submission without deduplicationPeriod is rejected.',
      reject(({ deduplicationPeriod }) => deduplicationPeriod === undefined),
    ],
    'knows-duration-and-empty-alone': [
      'Execute knows the variants of deduplicationPeriod and minLedgerTime that the document shows, and no others.',
      reject(
        ({ deduplicationPeriod: period, minLedgerTime }) =>
          (isObject(period) && !('DeduplicationDuration' in period)) || (isObject(minLedgerTime) && (minLedgerTime.time as Json)?.Empty === undefined),
      ),
    ],
    'refuses-a-party-twice': ['Two entries for the same party are rejected.', reject(({ partySignatures }) => partySignatures.signatures.length > 1)],
    'refuses-unspecified-hashing-scheme': unsupportedScheme('HASHING_SCHEME_VERSION_UNSPECIFIED'),
    'refuses-hashing-scheme-3': unsupportedScheme('HASHING_SCHEME_VERSION_V3'),
  }),
  ...variants(LU, readings.observedAccept, {
    'refuses-unknown-query-parameters': [
      'Query parameters that list-users does not know are rejected.',
      reject((query) => Object.keys(query).some((name) => !['pageSize', 'pageToken'].includes(name))),
    ],
    'refuses-queries-that-are-no-utf-8': [
      'A query whose bytes are no UTF-8 is rejected.',
      reject((_, { target }) => !isUriText(target)),
      { quote: readings.badQuery },
    ],
  }),
  ...variants(bodies, readings.observedAccept, {
    'refuses-queries-of-bodies': [
      'A query beside a body is rejected with the error object before the body is read.',
      rejecting(
        () =>
          (_, { target }) =>
            target.includes('?'),
        refused('INVALID_ARGUMENT', 'There are no query parameters.'),
        'claims',
      ),
    ],
  }),
  ...variants(GT, readings.ordinarySize, {
    'refuses-hundred-participants': ['The hundredth participant of a list is rejected with the error object.', refuse('INVALID_ARGUMENT', moreUids(99))],
    'refuses-twenty-one-participants-in-text': [
      'There are sixty other participants, and more than twenty in a list are an invalid value.',
      reject(moreUids(20)),
      { serving: { environment: { TARGET_PARTICIPANT_UIDS: sixtyUids } } },
    ],
    'refuses-fifty-participants-with-413': [
      'More than fifty participants in a list are answered 413 with the error object.',
      refuse('REQUEST_TOO_LARGE', moreUids(50)),
    ],
  }),
  ...variants(EX, readings.ordinarySize, {
    'refuses-fifty-signatures': ['More than fifty signatures of a party are rejected with the error object.', reject(moreSignatures(50))],
    'refuses-two-signatures': ['More signatures than a party has keys are rejected with the error object.', reject(moreSignatures(1))],
  }),
  ...variants(GT, readings.observedInvalid, {
    'long-unknown-members-are-invalid': ['An unknown member of more than 8 KiB is an invalid value.', reject(longUnknown)],
    'long-unknown-members-are-413': [
      'An unknown member of more than 8 KiB is answered 413 with the error object.',
      refuse('REQUEST_TOO_LARGE', longUnknown),
      { on: EX },
    ],
  }),
];
