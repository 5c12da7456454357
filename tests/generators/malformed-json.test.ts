import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { minimalGenerateTopology } from '../../generators/generate-topology.ts';
import { isObject } from '../../generators/json-path.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { malformedText } from '../../generators/malformed-text.ts';
import type { RawBody } from '../../generators/raw-body.ts';

function parsed(bytes: Buffer): unknown {
  try {
    // Fatal, and with the mark kept: exactly what RFC 8259 §8.1 lets a sender send.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

const values = [minimalGenerateTopology('s::1', 1), placeholderExecuteBody(1), { small: 1 }];

describe.each(values.map((value) => [Object.keys(value).join(), value] as const))('from {%s}', (_, value) => {
  const valid = Buffer.from(JSON.stringify(value));
  const all = malformedBodies(valid);
  const having = (verdict: RawBody['verdict']) => all.filter((body) => body.verdict === verdict);

  test('names are unique, and so are the bytes', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ bytes }) => bytes.toString('hex'))).size).toBe(all.length);
  });

  test('what must be refused is not one JSON object', () => {
    expect(having('refuse').length).toBeGreaterThan(60);
    for (const { name, bytes } of having('refuse')) expect(isObject(parsed(bytes)), name).toBe(false);
  });

  test('what is valid is the same object, written otherwise', () => {
    const names = having('valid').map(({ name }) => name);
    expect(names.includes('an escape in every value')).toBe(/:"[^"]*[A-Za-z]/.test(valid.toString()));
    expect(names.includes('escaped solidi')).toBe(valid.includes('/'));
    const sometimes = ['an escape in every value', 'escaped solidi'];
    expect(names.filter((name) => !sometimes.includes(name))).toHaveLength(4);
    for (const { name, bytes } of having('valid')) {
      expect(parsed(bytes), name).toEqual(value);
      expect(bytes).not.toEqual(valid);
    }
  });

  test('what is open holds the valid object wherever it parses', () => {
    for (const { name, bytes } of having('open')) {
      const found = parsed(bytes);
      if (found !== undefined) expect(found, name).toMatchObject(value);
    }
    expect(
      having('open')
        .filter(({ bytes }) => parsed(bytes) === undefined)
        .map(({ name }) => name),
    ).toEqual([
      'a byte order mark',
      'UTF-16, little-endian with a mark',
      'UTF-16, big-endian with a mark',
      'an invalid byte inside a string',
      'an overlong sequence inside a string',
      'a surrogate in UTF-8 inside a string',
      'a cut sequence inside a string',
    ]);
  });

  test('random damage is never one JSON object', () => {
    fc.assert(
      fc.property(malformedText(valid), (bytes) => {
        expect(isObject(parsed(bytes))).toBe(false);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

test('a body that is no JSON object with members is refused with a sentence', () => {
  for (const text of ['', '[]', '{}', 'null', '[{"a":1}]', '{1:"a"}', '{x"a":1}']) {
    expect(() => malformedBodies(Buffer.from(text))).toThrow(
      'A malformed body is made from a valid one; give the bytes of a JSON object with members.',
    );
  }
});

test('a body may be spaced: what is made of it is made of the object without the spaces around', () => {
  const all = malformedBodies(Buffer.from('\n { \n "first" : 1, "other": [2] } '));
  const texts = new Map(all.map(({ name, bytes }) => [name, bytes.toString('utf8')]));
  expect(texts.get('last brace missing')).toBe('{ \n "first" : 1, "other": [2] ');
  expect(texts.get('a member name in single quotes')).toBe(`{'first' : 1, "other": [2] }`);
  expect(texts.get('a member name without quotes')).toBe('{first : 1, "other": [2] }');
  expect(texts.get('a member name with an escape')).toBe('{"\\u0066irst" : 1, "other": [2] }');
  expect(texts.get('the first member twice')).toBe('{"first":1, \n "first" : 1, "other": [2] }');
  expect(texts.get('a missing comma')).toBe('{"extra":1  \n "first" : 1, "other": [2] }');
});

test('a short body is cut to one character at the least', () => {
  const all = malformedBodies(Buffer.from('{"":1}'));
  const cuts = all.filter(({ name }) => name.startsWith('cut ')).map(({ bytes }) => bytes.toString('utf8'));
  expect(cuts).toEqual(['{', '{', '{""', '{"":']);
});
