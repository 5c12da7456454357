import { describe, expect, test } from 'vitest';
import { type FieldRule, judgeFields } from '../../checks/answers/fields.ts';
import { collect } from '../../journal/judgement.ts';
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

function held(stem: SchemaStem, rules: readonly FieldRule[], body: unknown) {
  return collect((sink) => {
    judgeFields(sink, stem, rules, body, lu, 'case#1');
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
    const rules = [{ requirement: 'ERR-CODE', pointer: '/**' }];
    const whole = { code: 'a', cause: 'b', context: {} };
    const twice = held('error', rules, { ...whole, errorCategory: 2 ** 31 + 0.5 });
    expect(twice.findings).toHaveLength(1);
    expect(held('error', rules, { ...whole, code: 1, cause: 1, errorCategory: 1 }).findings).toHaveLength(2);
  });
});

test('A body that is itself of a wrong type is named as such.', () => {
  const rules = [{ requirement: 'EX-RES-OBJECT', pointer: '' }];
  expect(held('execute-submission.response', rules, []).findings).toEqual([
    finding(lu, 'EX-RES-OBJECT', { message: 'the body must be object', actual: '[]' }),
  ]);
});

test('A keyword without words of its own is told in those of the validator.', () => {
  const rules = [
    { requirement: 'ERR-CODE', pointer: '/hashingSchemeVersion' },
    { requirement: 'ERR-CAUSE', pointer: '/**' },
  ];
  const { findings } = held('execute-submission.request', rules, { hashingSchemeVersion: 'no' });
  expect(findings.filter(({ requirement }) => requirement === 'ERR-CODE')).toEqual([
    finding(lu, 'ERR-CODE', {
      message: '/hashingSchemeVersion must be equal to one of the allowed values',
      pointer: '/hashingSchemeVersion',
      actual: '"no"',
    }),
  ]);
});

test('Every rule counts the body once, whether it keeps it or not.', () => {
  const rules = [
    { requirement: 'ERR-CODE', pointer: '/code' },
    { requirement: 'ERR-CODE', pointer: '/cause' },
    { requirement: 'ERR-CONTEXT', pointer: '/**' },
  ];
  for (const body of [{ code: 'a', cause: 'b', context: {}, errorCategory: 1 }, { cause: 'b' }])
    expect(held('error', rules, body).judged).toEqual({ 'ERR-CODE': 1, 'ERR-CONTEXT': 1 });
});

test('A rule of some keywords says nothing of others, and the next rule of the field does.', () => {
  const rules = [
    { requirement: 'ERR-CODE', pointer: '/code', keywords: ['required'] },
    { requirement: 'ERR-CAUSE', pointer: '/**' },
  ];
  const whole = { cause: 'b', context: {}, errorCategory: 1 };
  const of = (body: object) => held('error', rules, body).findings.map(({ requirement }) => requirement);
  expect(of(whole)).toEqual(['ERR-CODE']);
  expect(of({ ...whole, code: 1 })).toEqual(['ERR-CAUSE']);
});

test('A field of which no requirement speaks is a fault of the table of rules, and the place is named.', () => {
  const rules = [{ requirement: 'ERR-CODE', pointer: '/code' }];
  expect(() => held('error', rules, { code: 1, cause: 1, context: {}, errorCategory: 1 })).toThrow(
    'No requirement speaks of /cause (type) of error; add a row to its field rules.',
  );
});
