import { describe, expect, test } from 'vitest';
import { extremeStrings } from '../../generators/extreme-strings.ts';
import type { SchemaNode } from '../../generators/schema-node.ts';
import { type BrokenKeyword, keywordOf } from '../../generators/violation.ts';
import { sampleTexts, wrongTypes, wrongValues } from '../../generators/wrong-values.ts';

const samples = {
  string: ['', 'text'],
  integer: [0, 7, -1],
  fraction: [1.5],
  boolean: [true, false],
  array: [[], ['text']],
  object: [{}, { extra: 'value' }],
};
const { string, integer, fraction, boolean, array, object } = samples;
const written = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort();

describe('values of another type', () => {
  test.each<[SchemaNode['type'], unknown[]]>([
    ['string', [...integer, ...fraction, ...boolean, ...array, ...object]],
    ['integer', [...string, ...fraction, ...boolean, ...array, ...object]],
    ['boolean', [...string, ...integer, ...fraction, ...array, ...object]],
    ['array', [...string, ...integer, ...fraction, ...boolean, ...object]],
    ['object', [...string, ...integer, ...fraction, ...boolean, ...array]],
  ])('than %s are each there once.', (type, values) => {
    expect(written(wrongTypes(type))).toEqual(written(values));
  });

  test('have the texts of all samples.', () => {
    expect([...sampleTexts].sort()).toEqual(written(Object.values(samples).flat()));
  });
});

describe('values of the right type', () => {
  const numbers = (node: Partial<SchemaNode>, valid: unknown = 3) =>
    wrongValues({ type: 'integer', ...node }, valid).map(({ detail, keyword }) => `${keyword} = ${detail}`);
  const floats = ['3.0', '3e0', '30e-1', '3.00000000000000000001'].map((text) => `integral-float = ${text}`);

  const ofAnySize = ['1e400', '1e999999999', '5000 digits', '1e536870000', '1001 digits'].map(
    (detail) => `maximum = ${detail}`,
  );

  test('that no number type holds, or that look like no integer, are all that an integer without bounds has.', () => {
    expect(numbers({})).toEqual([...ofAnySize, ...floats]);
    expect(numbers({}, 'no number')).toEqual([
      ...ofAnySize,
      ...floats.map((text) => text.replaceAll('3', '1')),
    ]);
    expect(numbers({}, 0)).toEqual([
      ...ofAnySize,
      ...['0.0', '0e0', '0e-1'].map((text) => `integral-float = ${text}`),
    ]);
    expect(wrongValues({ type: 'integer' }, 3)[ofAnySize.length]).toEqual({
      kind: 'integral-float',
      detail: '3.0',
      keyword: 'integral-float',
      value: 3,
      text: '3.0',
    });
  });

  test('lie beyond the bounds of an integer, and not on them.', () => {
    expect(numbers({ minimum: -1 }).slice(0, -floats.length - ofAnySize.length)).toEqual(
      [-(2 ** 31), -(2 ** 31) - 1, -(2 ** 32) + 1, -(2 ** 63), -1e20].map((value) => `minimum = ${value}`),
    );
    expect(numbers({ minimum: 1 })).toContain('minimum = -1');
    expect(numbers({ maximum: 2 ** 31 }).slice(0, -floats.length)).toEqual([
      ...[2 ** 32, 2 ** 32 + 1, 2 ** 63, 1e20].map((value) => `maximum = ${value}`),
      'maximum = 1e10',
      'maximum = 2^64 + 1',
      ...ofAnySize,
    ]);
    expect(numbers({ maximum: 2 ** 31 - 1 })).toContain(`maximum = ${2 ** 31}`);
    const wrapping = wrongValues({ type: 'integer', maximum: 1 }, 1).find(({ detail }) =>
      detail?.includes('^'),
    );
    expect(wrapping).toMatchObject({ value: 2 ** 64, text: String(2n ** 64n + 1n) });
  });

  const extremes = Object.values(extremeStrings(''));

  test('are the neighbours of the names of an enum that end in a number.', () => {
    const names = (...all: string[]) =>
      wrongValues({ type: 'string', enum: all }, all[0])
        .slice(0, -extremes.length)
        .map(({ keyword, value }) => [keyword, value]);
    expect(names('AN_ENUM_V2')).toEqual(
      ['AN_ENUM_V', 'AN_ENUM_V1', 'AN_ENUM_V3'].map((value) => ['enum', value]),
    );
    // A neighbour that is a name itself is no wrong value.
    expect(names('X_V1', 'X_V2').map(([, value]) => value)).toEqual(['X_V', 'X_V0', 'X_V3']);
    expect(names('one')).toEqual([]);
    expect(names('AB12').map(([, value]) => value)).toEqual(['AB', 'AB11', 'AB13']);
    expect(names('A2_B')).toEqual([]);
    const [first, ...others] = wrongValues({ type: 'string', enum: ['A1'] }, 'A1');
    expect(others.slice(-extremes.length).map(({ value }) => value)).toEqual(extremes);
    expect(first).toEqual({ kind: 'unknown-name', detail: '"A"', keyword: 'enum', value: 'A' });
  });

  test('are the empty text, told by its length where the schema has one, and bad texts where it has a pattern.', () => {
    expect(wrongValues({ type: 'string' }, 'x')).toEqual([{ kind: 'empty', keyword: 'empty', value: '' }]);
    expect(wrongValues({ type: 'string', minLength: 1 }, 'x')).toEqual([
      { kind: 'empty', keyword: 'minLength', value: '' },
    ]);
    const [, ...bad] = wrongValues({ type: 'string', pattern: 'x', maxLength: 255 }, 'x');
    expect(bad.length).toBeGreaterThan(5);
    for (const { kind, keyword, value } of bad) {
      expect(kind).toBe('no-ledger-string');
      expect(keyword).toBe(String(value).length > 255 ? 'maxLength' : 'pattern');
    }
    const longest = Math.max(...bad.map(({ value }) => String(value).length));
    const bounded = wrongValues({ type: 'string', pattern: 'x', maxLength: longest }, 'x');
    expect(bounded.map(({ keyword }) => keyword)).not.toContain('maxLength');
    const unbounded = wrongValues({ type: 'string', pattern: 'x' }, 'x').map(({ keyword }) => keyword);
    expect(new Set(unbounded)).toEqual(new Set(['empty', 'pattern']));
  });

  test('are the empty list where the schema wants elements, and nothing else of lists, objects and booleans.', () => {
    expect(wrongValues({ type: 'array', minItems: 1 }, ['x'])).toEqual([
      { kind: 'empty', keyword: 'minItems', value: [] },
    ]);
    for (const type of ['array', 'object', 'boolean'] as const)
      expect(wrongValues({ type }, 'x')).toEqual([]);
    expect(wrongValues({ type: 'object', minItems: 1 }, {})).toEqual([]);
  });
});

describe('a fault', () => {
  const at = (
    path: BrokenKeyword['place']['path'],
    more: Partial<BrokenKeyword['place']> = {},
  ): BrokenKeyword['place'] => ({
    path,
    node: { type: 'string' },
    required: true,
    ...more,
  });
  const integer: SchemaNode = { type: 'integer' };
  const seconds = ['deduplicationPeriod', 'DeduplicationDuration', 'value', 'seconds'];
  const signature = ['partySignatures', 'signatures', 0, 'signatures', 0];

  test.each<[keyword: string, what: string, BrokenKeyword]>([
    ['type', 'a wrong type', { place: at(['a']), keyword: 'type', value: 1 }],
    ['null', 'null for a required field', { place: at(['a']), keyword: 'null', value: null }],
    ['required', 'a missing required field', { place: at(['a']), keyword: 'required', value: undefined }],
    ['null', 'null among elements', { place: at(['uids', 0]), keyword: 'null', value: null }],
    ['null', 'null as a signature', { place: at(signature), keyword: 'null', value: null }],
    ['type', 'letters for seconds', { place: at(seconds, { node: integer }), keyword: 'type', value: 'one' }],
    [
      'type',
      'a number and a letter for seconds',
      { place: at(seconds, { node: integer }), keyword: 'type', value: '1x' },
    ],
    [
      'type',
      'a letter and a number for seconds',
      { place: at(seconds, { node: integer }), keyword: 'type', value: 'x1' },
    ],
    [
      'type',
      'a fraction for seconds',
      { place: at(seconds, { node: integer }), keyword: 'type', value: 0.5 },
    ],
    [
      'type',
      'a wrong type of the one-of itself',
      { place: at(['deduplicationPeriod']), keyword: 'type', value: 1 },
    ],
    [
      'type',
      'one in a field whose name begins like it',
      { place: at(['x', 'deduplicationPeriod', 'y']), keyword: 'type', value: 1 },
    ],
    [
      'null',
      'null as an element below another field',
      { place: at(['x', ...signature]), keyword: 'null', value: null },
    ],
    ['empty', 'an empty text', { place: at(['a']), keyword: 'empty', value: '' }],
    ['integral-float', 'an integral float', { place: at(['a']), keyword: 'integral-float', value: 1 }],
    [
      'optional-null',
      'null for an optional field',
      { place: at(['a'], { required: false }), keyword: 'null', value: null },
    ],
    [
      'absent',
      'a missing optional field',
      { place: at(['a'], { required: false }), keyword: 'required', value: undefined },
    ],
    [
      'digits',
      'digits for seconds',
      { place: at(seconds, { node: integer }), keyword: 'type', value: ' 1.0' },
    ],
    [
      'variant-form',
      'a negative second',
      { place: at(seconds, { node: integer }), keyword: 'minimum', value: -1 },
    ],
    [
      'variant-form',
      'another type inside a one-of',
      { place: at(['minLedgerTime', 'time']), keyword: 'type', value: 1 },
    ],
    [
      'variant-form',
      'null inside a one-of',
      { place: at(['minLedgerTime', 'time']), keyword: 'null', value: null },
    ],
  ])('has the keyword %s: %s.', (keyword, _what, fault) => {
    expect(keywordOf(fault)).toBe(keyword);
  });
});
