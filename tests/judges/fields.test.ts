import { describe, expect, test } from 'vitest';
import { collect } from '../../journal/judgement.ts';
import { judgeFields } from '../../judges/answers/fields.ts';
import type { SchemaStem } from '../../schemas/schema.ts';
import { answered, caseOf, error, finding, json, judge } from './records.ts';

const gt = 'generate-topology';
const lu = 'list-users';
const topology = {
  partyId: 'hint::1220',
  publicKeyFingerprint: '1220',
  topologyTransactions: ['CgJhYRAe'],
  multiHash: 'h',
};

function held(stem: SchemaStem, body: unknown) {
  return collect((sink) => {
    judgeFields(sink, stem, body, { operation: lu, exchange: 'case#1' });
    return 'none';
  });
}

describe('a field that breaks its rule', () => {
  test.each<[object, string, string, string, string]>([
    [{ partyId: undefined }, 'GT-RES-PARTYID', '/partyId', 'is required and missing', 'absent'],
    [{ partyId: 1 }, 'GT-RES-PARTYID', '/partyId', 'must be string', '1'],
    [
      { topologyTransactions: [] },
      'GT-RES-TRANSACTIONS-NONEMPTY',
      '/topologyTransactions',
      'must be non-empty',
      '[]',
    ],
    [{ topologyTransactions: {} }, 'GT-RES-TRANSACTIONS', '/topologyTransactions', 'must be array', '{}'],
    [
      { topologyTransactions: ['a', ''] },
      'GT-RES-ENTRY',
      '/topologyTransactions/1',
      'must be non-empty',
      '""',
    ],
    [{ multiHash: '' }, 'GT-RES-MULTIHASH-NONEMPTY', '/multiHash', 'must be non-empty', '""'],
    [{ multiHash: null }, 'GT-RES-MULTIHASH', '/multiHash', 'must be string', 'null'],
  ])('is told by its place, its rule and its value: %j.', (change, id, pointer, rule, actual) => {
    const answer = json(200, { ...topology, ...change });
    expect(judge(caseOf(gt, 'GT-SUCCESS', [{ answer }])).findings).toEqual([
      finding(gt, id, { message: `${pointer} ${rule}`, pointer, actual }),
    ]);
  });

  test.each<[object, string, string, string, string]>([
    [
      { errorCategory: 2 ** 31 },
      'ERR-CATEGORY',
      '/errorCategory',
      'must be within int32 (<= 2147483647)',
      '2147483648',
    ],
    [
      { grpcCodeValue: -(2 ** 31) - 1 },
      'ERR-GRPCCODE',
      '/grpcCodeValue',
      'must be within int32 (>= -2147483648)',
      '-2147483649',
    ],
    [{ grpcCodeValue: 'x' }, 'ERR-GRPCCODE', '/grpcCodeValue', 'must be integer or null', '"x"'],
    [{ resources: [['a']] }, 'ERR-RESOURCES', '/resources/0', 'must have 2 elements', '["a"]'],
    [
      { resources: [['a', 'b', 'c']] },
      'ERR-RESOURCES',
      '/resources/0',
      'must have 2 elements',
      '["a","b","c"]',
    ],
    [{ context: { 'a/b~': 1 } }, 'ERR-CONTEXT', '/context/a~1b~0', 'must be string', '1'],
  ])('of an error is told so too: %j.', (change, id, pointer, rule, actual) => {
    const record = caseOf(lu, 'AUTH-NOT-JWT', [{ answer: error(403, change) }], { credential: 'none' });
    expect(judge(record).findings).toEqual([
      finding(lu, id, { message: `${pointer} ${rule}`, pointer, actual }),
    ]);
  });

  test('is told once by each requirement, however many ways there are to break it.', () => {
    const text = '{"users":[{"id":1,"primaryParty":2}]}';
    const { findings } = judge(
      caseOf(lu, 'LU-SUCCESS', [{ answer: answered(200, 'application/json', text) }]),
    );
    expect(findings.map(({ requirement, pointer }) => [requirement, pointer])).toEqual([
      ['LU-USER-ID', '/users/0/id'],
      ['LU-USER-PRIMARYPARTY', '/users/0/primaryParty'],
    ]);
    const whole = { code: 'a', cause: 'b', context: {} };
    const twice = held('error', { ...whole, errorCategory: 2 ** 31 + 0.5 });
    expect(twice.findings).toHaveLength(1);
    expect(held('error', { ...whole, code: 1, cause: 1, errorCategory: 1 }).findings).toHaveLength(2);
  });
});

test('A body that is itself of a wrong type is named as such.', () => {
  expect(held('execute-submission.response', []).findings).toEqual([
    finding(lu, 'EX-RES-OBJECT', { message: 'the body must be object', actual: '[]' }),
  ]);
});

test('A keyword without a text of its own has the message of the validator.', () => {
  const { findings } = held('execute-submission.request', {
    preparedTransaction: '',
    partySignatures: { signatures: [{ signatures: [{}] }] },
    submissionId: 'a',
    hashingSchemeVersion: 'no',
  });
  expect(findings).toEqual([
    finding(lu, 'EX-REQ-HASHINGSCHEME-ENUM', {
      message: '/hashingSchemeVersion must be equal to one of the allowed values',
      pointer: '/hashingSchemeVersion',
      actual: '"no"',
    }),
  ]);
});

test('Every requirement of a field counts the body once, whether it keeps it or not.', () => {
  const of = (body: object) => held('generate-topology.response', body).judged;
  expect(of(topology)).toEqual({
    'GT-RES-PARTYID': 1,
    'GT-RES-FINGERPRINT': 1,
    'GT-RES-TRANSACTIONS': 1,
    'GT-RES-TRANSACTIONS-NONEMPTY': 1,
    'GT-RES-ENTRY': 1,
    'GT-RES-MULTIHASH': 1,
    'GT-RES-MULTIHASH-NONEMPTY': 1,
  });
  expect(of({ ...topology, partyId: undefined })).toEqual(of(topology));
});

test('A field that no requirement covers is an error in the requirements; the message names its place.', () => {
  expect(() => held('user', { id: 1 })).toThrow(
    'No requirement covers /id (type) of user; add the subject to one in requirements/.',
  );
});
