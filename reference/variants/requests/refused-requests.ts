import type { Call } from '../../call.ts';
import type { Change } from '../../faults/fault.ts';
import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';
import { together } from '../change-answers.ts';
import { hasFloat, hasLoneSurrogate, namesMemberTwice } from '../json-scan.ts';
import { type VariantRow, variantsOf } from '../variant-row.ts';
import { type RequestBody, refuseToo } from './change-requests.ts';
import { readings } from './readings.ts';

const generate: Operation = 'generate-topology';
const execute: Operation = 'execute-submission';
const list: Operation = 'list-users';

/** On both operations with a body: generate-topology responds with text, execute with the error object. */
function refuseBodies(cause: string, isRefused: (call: Call, body: RequestBody) => boolean): Change {
  return together(refuseToo(generate, 'text', cause, isRefused), refuseToo(execute, 'error-object', cause, isRefused));
}

const members: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['synchronizer', 'partyHint', 'publicKey', 'localParticipantObservationOnly', 'confirmationThreshold'],
    ...['otherConfirmingParticipantUids', 'observingParticipantUids', 'preparedTransaction', 'partySignatures'],
    ...['submissionId', 'hashingSchemeVersion', 'deduplicationPeriod', 'userId', 'minLedgerTime'],
  ],
  publicKey: ['format', 'keyData', 'keySpec'],
  partySignatures: ['signatures'],
  signatures: ['party', 'signatures', 'format', 'signature', 'signedBy', 'signingAlgorithmSpec'],
};

function hasUnknownMember(value: unknown, at = ''): boolean {
  if (Array.isArray(value)) return value.some((each) => hasUnknownMember(each, at));
  const known = members[at];
  if (!isObject(value) || known === undefined) return false;
  return Object.entries(value).some(([name, each]) => !known.includes(name) || hasUnknownMember(each, name));
}

function textOf({ body }: Call): string {
  return body.toString('utf8');
}

function uidsOf(body: RequestBody): unknown[] {
  return [body.otherConfirmingParticipantUids, body.observingParticipantUids].flat();
}

function partiesOf({ partySignatures }: RequestBody): readonly unknown[] {
  return isObject(partySignatures) && Array.isArray(partySignatures.signatures) ? partySignatures.signatures : [];
}

function hashingScheme(version: string): VariantRow {
  return {
    title: `Execute does not support ${version}.`,
    apply: refuseToo(execute, 'error-object', `${version} is not supported.`, (_call, body) => body.hashingSchemeVersion === version),
  };
}

const ofBodies = variantsOf([generate, execute], readings.observedBytes, {
  'refuses-unknown-members': {
    title: 'Members that the document does not name are rejected.',
    quote: readings.observedInvalid,
    apply: refuseBodies('There is an unknown member.', (_call, body) => hasUnknownMember(body)),
  },
  'refuses-duplicate-members': {
    title: 'An object that names a member twice is rejected.',
    apply: refuseBodies('A member comes twice.', (call) => namesMemberTwice(textOf(call))),
  },
  'refuses-integral-floats': {
    title: 'Integers must be written without fraction and exponent.',
    quote: readings.observedInvalid,
    apply: refuseBodies('A number is no integer.', (call) => hasFloat(textOf(call))),
  },
  'refuses-lone-surrogates': {
    title: 'Strings with a lone surrogate are rejected.',
    apply: refuseBodies('A string is no Unicode text.', (_call, body) => hasLoneSurrogate(body)),
  },
  'refuses-other-content-types': {
    title: 'A body whose Content-Type is not exactly application/json is answered 415 with the error object.',
    apply: together(
      ...[generate, execute].map((operation) =>
        refuseToo(
          operation,
          'error-object',
          { cause: 'Send application/json.', code: 'UNSUPPORTED_MEDIA_TYPE' },
          ({ headers }) => headers['content-type'] !== 'application/json',
        ),
      ),
    ),
  },
});

const ofGenerate = variantsOf([generate], readings.targetState, {
  'refuses-unusual-hints-in-text': {
    title: 'A hint has 1 to 100 letters and digits; any other is an invalid value.',
    quote: readings.semanticOpen,
    apply: refuseToo(generate, 'text', 'The hint must be plain.', (_call, { partyHint }) => !/^[A-Za-z0-9]{1,100}$/.test(String(partyHint))),
  },
  'refuses-keys-of-other-specs': {
    title: 'Keys are X.509 keys of Curve25519; any other name is an invalid value.',
    quote: readings.keySpecOpen,
    apply: refuseToo(
      generate,
      'text',
      'The key is of no known kind.',
      (_call, { publicKey }) =>
        isObject(publicKey) &&
        (publicKey.keySpec !== 'SIGNING_KEY_SPEC_EC_CURVE25519' || publicKey.format !== 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO'),
    ),
  },
  'refuses-unknown-participants': {
    title: 'Uids of participants that the ledger does not know are rejected.',
    apply: refuseToo(generate, 'error-object', { cause: 'A participant is unknown.', code: 'UNKNOWN_RESOURCE' }, ({ ledger }, body) =>
      uidsOf(body).some((uid) => typeof uid === 'string' && !ledger.otherParticipantUids.includes(uid)),
    ),
  },
});

const ofExecute = variantsOf([execute], readings.observedExecute, {
  'refuses-dots-in-submission-ids': {
    title: 'A submissionId with a full stop is rejected.',
    quote: readings.observedSubmissionId,
    apply: refuseToo(execute, 'error-object', 'The submissionId has a full stop.', (_call, body) => String(body.submissionId).includes('.')),
  },
  'refuses-unusual-submission-ids': {
    title: 'A submissionId may contain only letters, digits and -.',
    quote: readings.plainSubmissionId,
    apply: refuseToo(execute, 'error-object', 'The submissionId is unusual.', (_call, body) => !/^[A-Za-z0-9-]+$/.test(String(body.submissionId))),
  },
  'requires-deduplication-period': {
    title: 'A submission without deduplicationPeriod is rejected.',
    apply: refuseToo(execute, 'error-object', 'The deduplicationPeriod is missing.', (_call, body) => body.deduplicationPeriod === undefined),
  },
  'knows-duration-and-empty-alone': {
    title: 'Execute knows the variants of deduplicationPeriod and minLedgerTime that the document shows, and no others.',
    apply: refuseToo(execute, 'error-object', 'The variant is unknown.', (_call, body) => {
      const { deduplicationPeriod: period, minLedgerTime } = body;
      const time = isObject(minLedgerTime) ? minLedgerTime.time : undefined;
      return (isObject(period) && !('DeduplicationDuration' in period)) || (isObject(minLedgerTime) && !(isObject(time) && 'Empty' in time));
    }),
  },
  'refuses-a-party-twice': {
    title: 'Two entries for the same party are rejected.',
    apply: refuseToo(execute, 'error-object', 'A party signs twice.', (_call, body) => partiesOf(body).length > 1),
  },
  'refuses-unspecified-hashing-scheme': hashingScheme('HASHING_SCHEME_VERSION_UNSPECIFIED'),
  'refuses-hashing-scheme-3': hashingScheme('HASHING_SCHEME_VERSION_V3'),
});

const ofList = variantsOf([list], readings.observedAccept, {
  'refuses-unknown-query-parameters': {
    title: 'Query parameters that list-users does not know are rejected.',
    apply: refuseToo(list, 'error-object', 'The parameter is unknown.', ({ input }) =>
      Object.keys(input ?? {}).some((name) => !['pageSize', 'pageToken'].includes(name)),
    ),
  },
});

/** Requests that are rejected where the document leaves it open (rulings 11 to 14 and 23). */
export const refusedRequestVariants = [...ofBodies, ...ofGenerate, ...ofExecute, ...ofList];
