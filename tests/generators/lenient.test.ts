import { describe, expect, test } from 'vitest';
import { testSuiteBodies } from '../../generators/json-test-suite.ts';
import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';
import { lenientNames } from '../../generators/leniencies/lenient-names.ts';
import { lenientTexts } from '../../generators/leniencies/lenient-texts.ts';
import { lenientValues } from '../../generators/leniencies/lenient-values.ts';
import { filled, shown } from '../../generators/leniencies/template.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { drawnOf, isInSample, type Sampling } from '../../generators/sampling.ts';
import type { SchemaNode } from '../../generators/schema-node.ts';
import { isObject } from '../../json/read-json.ts';

const sampling = (amount: Sampling['amount']): Sampling => ({ amount, seed: 'test' });
const valuesOf = (node: SchemaNode, valid: unknown, amount: Sampling['amount'] = 'usual') =>
  lenientValues(node, valid, { pattern: '/field', sampling: sampling(amount) }, new Set());
const textsOf = (node: SchemaNode, valid: unknown, amount: Sampling['amount'] = 'usual') =>
  valuesOf(node, valid, amount).map(({ value, text }) => text ?? JSON.stringify(value));

describe('a template', () => {
  test('is filled with parts, the longest name first; other dollar signs stay.', () => {
    const parts = { text: '{}', te: 'x' };
    expect(filled('$text$te$textx$numberInt', parts)).toBe('{}x{}x$numberInt');
    expect(shown('$text\u0000\u00a0$te', parts)).toBe('…\\u0000\\u00a0…');
  });

  test('yields nothing where a part is missing.', () => {
    expect(filled('[$first]', { first: undefined })).toBeUndefined();
    expect(filled('[1]', { first: undefined })).toBe('[1]');
  });
});

describe('values of the catalogue', () => {
  const names = ['AN_ENUM_V1', 'AN_ENUM_V2'];

  test.each<[SchemaNode, unknown, string[]]>([
    [{ type: 'integer' }, 1, ['"1"', '" "', '[1]', '{"value":1}', 'true', '"30s"']],
    [{ type: 'boolean' }, true, ['"yes"', '1', '1.0', '[true]', '"true"', '""', '"False"']],
    [{ type: 'string' }, 'ab', ['[97,98]', '["a","b"]', '["ab"]', '7', '1e400', 'true', '{"value":"ab"}']],
    [{ type: 'array' }, ['x', 'y'], ['"x"', '{"0":"x","1":"y"}', '"x,y"', '{}', '""']],
    [
      { type: 'object' },
      { a: 1, b: 'c' },
      ['[1,"c"]', '"{\\"a\\":1,\\"b\\":\\"c\\"}"', '[["a",1],["b","c"]]', '""'],
    ],
    [
      { type: 'string', enum: names },
      'AN_ENUM_V2',
      ['{"AN_ENUM_V2":null}', '"an_enum_v2"', '"V1"', '1', '" AN_ENUM_V2"'],
    ],
  ])('of %j for %j hold what common software accepts.', (node, valid, texts) => {
    expect(textsOf(node, valid)).toEqual(expect.arrayContaining(texts));
  });

  test('have unique texts, none of them that of the valid value.', () => {
    const texts = textsOf({ type: 'integer' }, 1, 'all');
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).not.toContain('1');
    expect(textsOf({ type: 'array' }, [['nested']])).not.toContain('["nested"]');
    expect(textsOf({ type: 'string', enum: ['V2', 'AN_V2'] }, 'AN_V2')).not.toContain('"V2"');
  });

  test('are wrong inside an array of one too: all where all are wanted, one otherwise.', () => {
    const wrapped = (amount: Sampling['amount']) =>
      textsOf({ type: 'integer' }, 1, amount).filter((text) => /^\["? ?[a-z]/.test(text));
    expect(wrapped('all')).toContain('["one"]');
    expect(wrapped('all').length).toBeGreaterThan(wrapped('usual').length);
    expect(valuesOf({ type: 'integer' }, 1).filter(({ kind }) => kind === 'array-of-one')).toHaveLength(2);
  });

  test('of an enumeration that are strings have its keyword, others that of their type.', () => {
    for (const { value, keyword } of valuesOf({ type: 'string', enum: names }, 'AN_ENUM_V2'))
      expect(keyword).toBe(typeof value === 'string' ? 'enum' : 'type');
  });

  test('come from every entry of the catalogue for some valid value.', () => {
    const valid: [SchemaNode, unknown][] = [
      [{ type: 'integer' }, 1],
      [{ type: 'boolean' }, true],
      [{ type: 'string' }, 'ab'],
      [{ type: 'array' }, ['x']],
      [{ type: 'object' }, { a: 1 }],
      [{ type: 'string', enum: names }, 'AN_ENUM_V2'],
    ];
    const kinds = new Set(valid.flatMap(([node, value]) => valuesOf(node, value).map(({ kind }) => kind)));
    // Arrays with one element are allowed elements of arrays, and wrong where the first element is a number.
    expect(
      lenienciesOf('value')
        .map(({ id }) => id)
        .filter((id) => !kinds.has(id)),
    ).toEqual([]);
  });

  test('are a third in a sample, those that are sent everywhere included.', () => {
    const always = new Set(['""']);
    const some = lenientValues(
      { type: 'integer' },
      1,
      { pattern: '/field', sampling: sampling('sample') },
      always,
    );
    expect(some.length).toBeLessThan(valuesOf({ type: 'integer' }, 1).length / 2);
    expect(some.find(({ detail }) => detail === '""')).not.toHaveProperty('draw');
  });
});

describe('names of the catalogue', () => {
  const all = lenientNames('publicKey', 0, sampling('all')).map(({ name }) => name);

  test('differ from the name in case, in separators, or by a letter that folds to it.', () => {
    expect(all).toEqual(
      expect.arrayContaining([
        'PUBLICKEY',
        'PublicKey',
        'public_key',
        'public-key',
        'public\u212aey',
        'publicKey[]',
      ]),
    );
    expect(lenientNames('synchronizer', 0, sampling('all')).map(({ name }) => name)).toContain(
      '\u017fynchronizer',
    );
    expect(all).not.toContain('publicKey');
    expect(new Set(all).size).toBe(all.length);
  });

  test('are each used for one of three members, the first of each leniency for all.', () => {
    const used = (ordinal: number) =>
      lenientNames('publicKey', ordinal, sampling('usual')).map(({ name }) => name);
    for (const ordinal of [0, 1, 2, 3])
      expect(used(ordinal)).toEqual(expect.arrayContaining(['PUBLICKEY', 'public_key']));
    expect(new Set([0, 1, 2].flatMap(used))).toEqual(new Set(all));
    expect(used(0).length).toBeLessThan(all.length);
  });
});

describe('texts of the catalogue', () => {
  const value = { partyHint: 'h', publicKey: { format: 'f' }, uids: ['u'] };
  const valid = { text: JSON.stringify(value), value };
  const parsed = (bytes: Buffer): unknown => {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch {
      return undefined;
    }
  };

  test('are no JSON object, in every place.', () => {
    const all = lenientTexts(valid, sampling('all'));
    for (const { bytes, kind, detail } of all)
      expect(isObject(parsed(bytes)), `${kind} ${detail}`).toBe(false);
    const nan = all.filter(({ kind }) => kind === 'nan').map(({ bytes }) => bytes.toString());
    expect(nan).toEqual(
      expect.arrayContaining([
        `{"extra":NaN,${valid.text.slice(1)}`,
        `{"extra":{"extra":NaN},${valid.text.slice(1)}`,
        '{"partyHint":"h","publicKey":{"format":NaN},"uids":["u"]}',
        '{"partyHint":"h","publicKey":{"format":"f"},"uids":[NaN]}',
      ]),
    );
  });

  test('come from every entry of the catalogue.', () => {
    const kinds = new Set(lenientTexts(valid, sampling('usual')).map(({ kind }) => kind));
    expect(
      lenienciesOf('json-text')
        .map(({ id }) => id)
        .filter((id) => !kinds.has(id)),
    ).toEqual([]);
  });

  const long = { a: 'text', c: [1], d: 'QUJDREVGR0g=' };
  const type = (each: 'string' | 'array' | 'object') => each;
  const fields = [
    { name: 'd', type: type('string') },
    { name: 'b', type: type('array') },
    { name: 'a', type: type('string') },
    { name: 'c', type: type('array') },
    { name: 'o', type: type('object') },
  ];
  const bodies = (kind: string, amount: Sampling['amount'] = 'usual') =>
    lenientTexts({ text: JSON.stringify(long), value: long, fields }, sampling(amount))
      .filter((each) => each.kind === kind)
      .map(({ bytes }) => bytes.toString());

  test('have the values of a body in the order of the document, with and without those that are absent.', () => {
    expect(bodies('body-as-member-values')).toEqual([
      '["QUJDREVGR0g=","text",[1]]',
      '["QUJDREVGR0g=",null,"text",[1],null]',
      '["QUJDREVGR0g=",[],"text",[1],null]',
    ]);
  });

  test('have a control character in every string of a body, between groups of four characters.', () => {
    const made = bodies('raw-control-character-in-a-field');
    expect(made).toHaveLength(2);
    expect(made[0]).toMatch(/"a":"[\n\t\0\x1f]text"/);
    expect(made[1]).toMatch(/"d":"QUJD[\n\t\0\x1f]REVGR0g="/);
    expect(bodies('raw-control-character-in-a-field', 'all')).toHaveLength(8);
  });

  test('are in UTF-16 and UTF-32 without a mark, or have bytes that are not UTF-8.', () => {
    const bytesOf = (kind: string): Buffer | undefined =>
      lenientTexts(valid, sampling('usual')).find((each) => each.kind === kind)?.bytes;
    expect(bytesOf('utf-16-without-a-mark')?.toString('utf16le')).toBe(valid.text);
    expect(bytesOf('utf-32-without-a-mark')?.subarray(0, 8)).toEqual(
      Buffer.from([0x7b, 0, 0, 0, 0x22, 0, 0, 0]),
    );
    expect(bytesOf('utf-32-big-endian-without-a-mark')?.subarray(0, 4)).toEqual(Buffer.from([0, 0, 0, 0x7b]));
    expect(bytesOf('bytes-that-are-no-utf-8')?.[0]).toBe(0xff);
  });
});

describe('texts of JSONTestSuite', () => {
  test('are no JSON, or values of an unknown member.', () => {
    const all = testSuiteBodies('{"a":1}', sampling('all'));
    const open = all.filter(({ keyword }) => keyword === 'unknown-member');
    expect(all.length).toBeGreaterThan(400);
    expect(open).toHaveLength(95);
    for (const { bytes } of open) expect(JSON.parse(bytes.toString())).toMatchObject({ a: 1 });
    for (const { bytes } of all.filter(({ keyword }) => keyword === 'json'))
      expect(() => JSON.parse(bytes.toString())).toThrow();
    expect(Math.max(...all.map(({ bytes }) => bytes.length))).toBeLessThan(64 * 1024);
  });
});

test('what is drawn depends on the seed, and is smaller in a sample', () => {
  const some = Array.from({ length: 30 }, (_, index) => ({ name: `n${index}` }));
  expect(drawnOf(sampling('all'), some, 5)).toBe(some);
  expect(drawnOf(sampling('usual'), some, 6)).toHaveLength(6);
  expect(drawnOf(sampling('sample'), some, 6)).toEqual(drawnOf(sampling('usual'), some, 6).slice(0, 2));
  expect(drawnOf({ amount: 'usual', seed: 'other' }, some, 6)).not.toEqual(
    drawnOf(sampling('usual'), some, 6),
  );
  expect(isInSample(sampling('usual'), 'x')).toBe(true);
  expect(some.filter(({ name }) => isInSample(sampling('sample'), name)).length).toBeLessThan(20);
});

test('naughty strings have unique names, and are those that are wanted', () => {
  const all = naughtyStrings(sampling('all'));
  expect(all.length).toBeGreaterThan(400);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(naughtyStrings(sampling('usual'))).toHaveLength(6);
  expect(
    naughtyStrings(sampling('usual'), (text) => text.includes('<')).every(({ value }) => value.includes('<')),
  ).toBe(true);
});
