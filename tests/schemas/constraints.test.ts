import { describe, expect, test } from 'vitest';
import type { SchemaStem } from '../../schemas/schema.ts';
import { accepts } from './validator.ts';

type Table = { valid: Record<string, unknown>; good: Record<string, unknown>; bad: Record<string, unknown> };

const key = { format: 'F', keyData: 'AA==', keySpec: 'S' };
const topology = { synchronizer: 's::1', partyHint: 'h', publicKey: key };
const signature = { format: 'F', signature: 'AA==', signedBy: '1220', signingAlgorithmSpec: 'A' };
const parties = { signatures: [{ party: 'p::1', signatures: [signature] }] };
const submission = {
  preparedTransaction: 'AA==',
  partySignatures: parties,
  submissionId: 'id-1',
  hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
};
const error = { code: 'NA', cause: 'why', context: { a: 'b' }, errorCategory: -1 };
const generated = {
  partyId: 'p::1',
  publicKeyFingerprint: '1',
  topologyTransactions: ['AA=='],
  multiHash: 'AA==',
};

/** Variations of a valid instance: `good` and `bad` replace the named field ("field: what"), undefined removes it. */
const tables: Readonly<Record<string, Table>> = {
  'generate-topology.request': {
    valid: topology,
    good: {
      'partyHint: empty is open': '',
      'confirmationThreshold: 0 is the default': 0,
      'confirmationThreshold: the least': 1,
      'confirmationThreshold: the greatest int32': 2147483647,
      'otherConfirmingParticipantUids: empty': [],
      'observingParticipantUids: two': ['a', 'b'],
      'localParticipantObservationOnly: true': true,
      'unknown: member': 1,
    },
    bad: {
      'synchronizer: missing': undefined,
      'synchronizer: null': null,
      'partyHint: missing': undefined,
      'partyHint: number': 1,
      'publicKey: missing': undefined,
      'publicKey: string': 'key',
      'publicKey: without its fields': {},
      'localParticipantObservationOnly: text': 'true',
      'confirmationThreshold: negative': -1,
      'confirmationThreshold: above int32': 2147483648,
      'confirmationThreshold: fraction': 1.5,
      'confirmationThreshold: text': '1',
      'otherConfirmingParticipantUids: text': 'a',
      'otherConfirmingParticipantUids: number among them': ['a', 1],
      'observingParticipantUids: null among them': ['a', null],
    },
  },
  'signing-public-key': {
    valid: key,
    good: { 'format: unknown name': 'ANY', 'keySpec: empty is open': '' },
    bad: {
      'format: missing': undefined,
      'keyData: missing': undefined,
      'keyData: empty': '',
      'keyData: number': 7,
      'keySpec: missing': undefined,
      'keySpec: null': null,
    },
  },
  'generate-topology.response': {
    valid: generated,
    good: { 'topologyTransactions: several': ['a', 'b'], 'unknown: null': null },
    bad: {
      'partyId: missing': undefined,
      'partyId: null': null,
      'publicKeyFingerprint: missing': undefined,
      'topologyTransactions: missing': undefined,
      'topologyTransactions: empty': [],
      'topologyTransactions: an empty entry': ['a', ''],
      'topologyTransactions: null behind the first': ['a', null],
      'multiHash: missing': undefined,
      'multiHash: empty': '',
    },
  },
  'execute-submission.request': {
    valid: submission,
    good: {
      'submissionId: empty is open': '',
      'submissionId: 255 characters': 'x'.repeat(255),
      'submissionId: every special character': 'a._:-#/ Z9',
      'hashingSchemeVersion: V3': 'HASHING_SCHEME_VERSION_V3',
      'hashingSchemeVersion: unspecified': 'HASHING_SCHEME_VERSION_UNSPECIFIED',
      'userId: text': 'user',
      'minLedgerTime: empty one-of': { time: { Empty: {} } },
      'deduplicationPeriod: other variant': { Empty: {} },
    },
    bad: {
      'preparedTransaction: missing': undefined,
      'partySignatures: missing': undefined,
      'partySignatures: null': null,
      'submissionId: missing': undefined,
      'submissionId: 256 characters': 'x'.repeat(256),
      'submissionId: percent sign': 'a%b',
      'submissionId: line feed at the end': 'a\n',
      'submissionId: letter outside ASCII': 'ü',
      'hashingSchemeVersion: missing': undefined,
      'hashingSchemeVersion: other case': 'hashing_scheme_version_v2',
      'hashingSchemeVersion: number': 2,
      'userId: number': 1,
      'minLedgerTime: text': 'now',
      'deduplicationPeriod: array': [],
    },
  },
  'party-signatures': {
    valid: parties,
    good: {
      'signatures: no party name is open': [{ signatures: [signature] }],
      'signatures: an entry without fields is open': [{ party: 'p', signatures: [{}] }],
    },
    bad: {
      'signatures: missing': undefined,
      'signatures: empty': [],
      'signatures: object': {},
      'signatures: a party without signatures': [{ party: 'p' }],
      'signatures: a party with an empty list': [{ party: 'p', signatures: [] }],
      'signatures: a number as party': [{ party: 1, signatures: [signature] }],
      'signatures: a number as format': [{ party: 'p', signatures: [{ ...signature, format: 1 }] }],
      'signatures: a number as signature': [{ party: 'p', signatures: [{ ...signature, signature: 1 }] }],
      'signatures: a number as signedBy': [{ party: 'p', signatures: [{ ...signature, signedBy: 1 }] }],
      'signatures: a number as algorithm': [
        { party: 'p', signatures: [{ ...signature, signingAlgorithmSpec: 1 }] },
      ],
    },
  },
  'deduplication-period': {
    valid: { DeduplicationDuration: { value: { seconds: 1, nanos: 0 } } },
    good: {
      'DeduplicationDuration: no nanos is open': { value: { seconds: 1 } },
      'DeduplicationOffset: another variant': { value: 1 },
    },
    bad: {
      'DeduplicationDuration: letters for seconds': { value: { seconds: 'one' } },
      'DeduplicationDuration: a fraction for seconds': { value: { seconds: 1.5 } },
      'DeduplicationDuration: a fraction for nanos': { value: { seconds: 1, nanos: 0.5 } },
    },
  },
  'min-ledger-time': {
    valid: { time: { Empty: {} } },
    good: { 'time: missing': undefined, 'time: another variant': { MinLedgerTimeAbs: { value: 'x' } } },
    bad: { 'time: text': 'now' },
  },
  'execute-submission.response': { valid: {}, good: { 'unknown: member': 1 }, bad: {} },
  user: {
    valid: { id: 'u', metadata: { resourceVersion: '0', annotations: { a: 'b' } } },
    good: {
      'id: missing': undefined,
      'id: null': null,
      'isDeactivated: true': true,
      'metadata: null': null,
      'metadata: null inside': { resourceVersion: null, annotations: null },
      'primaryPartyAuthentication: unknown field': false,
    },
    bad: {
      'id: number': 1,
      'primaryParty: object': {},
      'isDeactivated: text': 'false',
      'identityProviderId: number': 0,
      'metadata: array': [],
      'metadata: number as resourceVersion': { resourceVersion: 0 },
      'metadata: number in annotations': { annotations: { a: 1 } },
      'metadata: null in annotations': { annotations: { a: null } },
    },
  },
  'list-users.response': {
    valid: { users: [{ id: 'u' }], nextPageToken: '' },
    good: {
      'users: missing': undefined,
      'users: null': null,
      'users: empty': [],
      'nextPageToken: missing': undefined,
      'nextPageToken: null': null,
    },
    bad: {
      'users: object': {},
      'users: null behind the first': [{ id: 'u' }, null],
      'users: a bad user behind the first': [{ id: 'u' }, { id: 1 }],
      'nextPageToken: number': 1,
    },
  },
  error: {
    valid: error,
    good: {
      'context: empty': {},
      'errorCategory: the least int32': -2147483648,
      'correlationId: null': null,
      'resources: empty': [],
      'resources: a pair': [['USER', 'u']],
      'grpcCodeValue: null': null,
      'definiteAnswer: false': false,
      'unknown: member': {},
    },
    bad: {
      'code: missing': undefined,
      'code: null': null,
      'cause: missing': undefined,
      'context: missing': undefined,
      'context: array': [],
      'context: number in it': { a: 1 },
      'context: null in it': { a: null },
      'errorCategory: missing': undefined,
      'errorCategory: fraction': 0.5,
      'errorCategory: above int32': 2147483648,
      'errorCategory: text': '1',
      'correlationId: number': 1,
      'traceId: number': 1,
      'resources: object': {},
      'resources: one string': [['USER']],
      'resources: three strings': [['USER', 'u', 'v']],
      'resources: a number in the pair': [['USER', 1]],
      'resources: null among them': [['USER', 'u'], null],
      'grpcCodeValue: fraction': 1.5,
      'grpcCodeValue: below int32': -2147483649,
      'retryInfo: number': 1,
      'definiteAnswer: text': 'true',
    },
  },
};

function varied(valid: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const field = name.slice(0, name.indexOf(':'));
  const { [field]: _replaced, ...rest } = valid;
  return value === undefined ? rest : { ...rest, [field]: value };
}

describe.each(Object.entries(tables))('%s', (stem, { valid, good, bad }) => {
  const schemaStem: SchemaStem = stem;

  test('takes the valid instance and no other JSON type', () => {
    expect(accepts(schemaStem, valid)).toBe(true);
    for (const other of [null, [], 'text', 1, true, [valid]]) expect(accepts(schemaStem, other)).toBe(false);
  });

  for (const [name, value] of Object.entries(good)) {
    test(`takes ${name}`, () => expect(accepts(schemaStem, varied(valid, name, value))).toBe(true));
  }

  for (const [name, value] of Object.entries(bad)) {
    test(`refuses ${name}`, () => expect(accepts(schemaStem, varied(valid, name, value))).toBe(false));
  }
});
