import { describe, expect, test } from 'vitest';
import { answered, caseOf, condemned, error, json, judge, observed } from './records.ts';

const judged = (answer: ReturnType<typeof json>) =>
  judge(caseOf('list-users', 'AUTH-NOT-JWT', [{ answer }], { credential: 'not-a-jwt' }));
const withFields = (more: object) => judged(error(403, more));

const required = [
  ['code', 'ERR-CODE'],
  ['cause', 'ERR-CAUSE'],
  ['context', 'ERR-CONTEXT'],
  ['errorCategory', 'ERR-CATEGORY'],
] as const;

const optional = [
  ['correlationId', 'ERR-CORRELATIONID', 'id', 1],
  ['traceId', 'ERR-TRACEID', '00', {}],
  ['resources', 'ERR-RESOURCES', [['kind', 'name']], 'none'],
  ['grpcCodeValue', 'ERR-GRPCCODE', 5, '5'],
  ['retryInfo', 'ERR-RETRYINFO', '1 s', 1],
  ['definiteAnswer', 'ERR-DEFINITEANSWER', false, 'false'],
] as const;

describe.each(required)('%s', (field, id) => {
  test('is required.', () => {
    expect(condemned(withFields({ [field]: undefined }))).toEqual([id]);
  });

  test('must not be null.', () => {
    expect(condemned(withFields({ [field]: null }))).toEqual([id]);
  });

  test('must have its type.', () => {
    expect(condemned(withFields({ [field]: [] }))).toEqual([id]);
  });
});

describe.each(optional)('%s', (field, id, good, bad) => {
  test('may be there.', () => {
    expect(condemned(withFields({ [field]: good }))).toEqual([]);
  });

  test('may be null, which is observed.', () => {
    const judgement = withFields({ [field]: null });
    expect(judgement.findings).toEqual([]);
    expect(observed(judgement, 'ERR-OPEN-NULLS')).toEqual([field]);
  });

  test('must have its type where it is there.', () => {
    expect(condemned(withFields({ [field]: bad }))).toEqual([id]);
  });
});

describe.each([
  ['errorCategory', 'ERR-CATEGORY'],
  ['grpcCodeValue', 'ERR-GRPCCODE'],
] as const)('the int32 %s', (field, id) => {
  test.each([-2_147_483_648, 0, 2_147_483_647])('may be %i.', (value) => {
    expect(condemned(withFields({ [field]: value }))).toEqual([]);
  });

  test.each([-2_147_483_649, 2_147_483_648, 1.5, 1e300])('must not be %d.', (value) => {
    expect(condemned(withFields({ [field]: value }))).toEqual([id]);
  });

  test('may be written as an integral float, which is the same number.', () => {
    const text = `{"code":"a","cause":"b","context":{},"errorCategory":1,"${field}":2.0}`;
    expect(condemned(judged(answered(403, 'application/json', text)))).toEqual([]);
  });
});

describe('context', () => {
  test('is a map of strings to strings, empty or not.', () => {
    expect(condemned(withFields({ context: { 'a/b~c': 'd', '': '' } }))).toEqual([]);
  });

  test.each([null, 1, {}, ['a']])('must not map to %j.', (value) => {
    const { findings } = withFields({ context: { 'a/b': value } });
    expect(findings).toMatchObject([{ requirement: 'ERR-CONTEXT', pointer: '/context/a~1b' }]);
  });
});

describe('resources', () => {
  test.each([
    [[]],
    [
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
  ])('may be %j.', (resources) => {
    expect(condemned(withFields({ resources }))).toEqual([]);
  });

  test.each([
    [['a', 'b', 'c'], 'must have 2 elements'],
    [['a'], 'must have 2 elements'],
    [[], 'must have 2 elements'],
    [['a', null], 'must be string'],
    [['a', 1], 'must be string'],
    [null, 'must be array'],
    ['ab', 'must be array'],
    [{ a: 'b' }, 'must be array'],
  ])('must not hold %j.', (pair, told) => {
    const { findings } = withFields({ resources: [['a', 'b'], pair] });
    expect(findings.map(({ requirement }) => requirement)).toEqual(['ERR-RESOURCES']);
    expect(findings[0]?.message).toContain(told);
  });
});

test.each([
  ['an empty body', ''],
  ['text', 'not found'],
  ['two values', '{}{}'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a string', '"error"'],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
])('A failure of a JSON media type with %s is no error object.', (_name, body) => {
  expect(condemned(judged(answered(403, 'application/json', body)))).toEqual(['ERR-OBJECT']);
});

test('Every field of an empty object is reported as missing.', () => {
  expect(condemned(judged(json(403, {}))).sort()).toEqual(required.map(([, id]) => id).sort());
});

test('Codes, statuses and unknown fields are observed.', () => {
  const judgement = withFields({ more: 1, constructor: 'x' });
  expect(judgement.findings).toEqual([]);
  expect(observed(judgement, 'ERR-OPEN-CODES')).toEqual(['NOT_FOUND']);
  expect(observed(judgement, 'ERR-OPEN-STATUSES')).toEqual(['category 11: 403']);
  expect(observed(judgement, 'ERR-OPEN-UNKNOWN-FIELDS')).toEqual(['more', 'constructor']);
});

test('An error object with any JSON media type and any failure status is one.', () => {
  for (const status of [400, 404, 418, 499]) expect(condemned(judged(error(status)))).toEqual([]);
  const problem = answered(403, 'application/problem+json; charset=utf-8', error(403).body);
  expect(condemned(judged(problem))).toEqual([]);
});
