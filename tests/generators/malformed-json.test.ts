import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { minimalGenerateTopology } from '../../generators/generate-topology.ts';
import { malformedBodies, malformedText } from '../../generators/malformed-json.ts';
import type { RawBody } from '../../generators/raw-body.ts';
import { isObject } from '../../json/read-json.ts';
import type { Demand } from '../../requirements/requirement-for.ts';
import { demanded } from './demands.ts';

const kindOf = ({ kind, detail }: RawBody) => `${kind} ${detail}`;

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
  const having = (demand: Demand) =>
    all.filter((body) => demanded('generate-topology.request', body) === demand);

  test('names are unique, and so are the bytes', () => {
    expect(new Set(all.map(kindOf)).size).toBe(all.length);
    expect(new Set(all.map(({ bytes }) => bytes.toString('hex'))).size).toBe(all.length);
  });

  test('what must be refused is not one JSON object', () => {
    expect(having('rejected').length).toBeGreaterThan(60);
    for (const { kind, bytes } of having('rejected')) expect(isObject(parsed(bytes)), kind).toBe(false);
  });

  test('what is valid is the same object, written otherwise', () => {
    const names = having('accepted').map(({ kind }) => kind);
    expect(names.includes('escape-in-every-value')).toBe(/:"[^"]*[A-Za-z]/.test(valid.toString()));
    expect(names.includes('escaped-solidi')).toBe(valid.includes('/'));
    const sometimes = ['escape-in-every-value', 'escaped-solidi', 'escapes-in-capitals'];
    expect(names.filter((name) => !sometimes.includes(name))).toHaveLength(4);
    for (const { kind, bytes } of having('accepted')) {
      expect(parsed(bytes), kind).toEqual(value);
      expect(bytes).not.toEqual(valid);
    }
  });

  test('what is open holds the valid object wherever it parses', () => {
    for (const { kind, bytes } of having('observed')) {
      const found = parsed(bytes);
      // A lone surrogate is put into a documented string itself.
      if (found !== undefined && kind !== 'lone-surrogate') expect(found, kind).toMatchObject(value);
    }
    const unread = having('observed').filter(({ bytes }) => parsed(bytes) === undefined);
    expect(unread.map(({ kind }) => kind).filter((kind) => kind !== 'byte-that-is-no-utf-8')).toEqual([
      'byte-order-mark',
      'utf-16-little-endian-with-a-mark',
      'utf-16-big-endian-with-a-mark',
      'utf-32-little-endian-with-a-mark',
      'utf-32-big-endian-with-a-mark',
      'invalid-byte-inside-a-string',
      'overlong-sequence-inside-a-string',
      'surrogate-in-utf-8-inside-a-string',
      'cut-sequence-inside-a-string',
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

test('a body that is not a JSON object with members is rejected with a sentence', () => {
  for (const text of ['', '[]', '{}', 'null', '[{"a":1}]', '{1:"a"}', '{x"a":1}']) {
    expect(() => malformedBodies(Buffer.from(text))).toThrow(
      'A malformed body is made from a valid one; give the bytes of a JSON object with members.',
    );
  }
});

test('a body may be spaced: what is made of it is made of the object without the spaces around', () => {
  const all = malformedBodies(Buffer.from('\n { \n "first" : 1, "other": [2] } '));
  const texts = new Map(
    all.map(({ kind, detail, bytes }) => [
      detail === undefined ? kind : `${kind} ${detail}`,
      bytes.toString('utf8'),
    ]),
  );
  expect(texts.get('last-brace-missing')).toBe('{ \n "first" : 1, "other": [2] ');
  expect(texts.get("single-quotes {'…'…")).toBe(`{'first' : 1, "other": [2] }`);
  expect(texts.get('unquoted-name {……')).toBe('{first : 1, "other": [2] }');
  expect(texts.get('member-names-with-escapes')).toBe('{ \n "\\u0066irst" : 1, "\\u006fther": [2] }');
  expect(texts.get('first-member-twice')).toBe('{"first":1, \n "first" : 1, "other": [2] }');
  expect(texts.get('missing-separator {"extra":1 …}')).toBe('{"extra":1  \n "first" : 1, "other": [2] }');
});

test('a short body is cut to one character at the least', () => {
  const all = malformedBodies(Buffer.from('{"":1}'));
  const cuts = all
    .filter(({ kind }) => kind.startsWith('cut-') && !kind.includes('inside'))
    .map(({ bytes }) => bytes.toString('utf8'));
  expect(cuts).toEqual(['{', '{""', '{"":']);
});

test('Escapes in capitals are in values alone, and leave the escapes that are there.', () => {
  const body = Buffer.from('{"jk":"a+k\\/\\n","n":1}');
  const found = malformedBodies(body).find((each) => kindOf(each).includes('escapes-in-capitals'));
  expect(found?.bytes.toString()).toBe('{"jk":"a\\u002B\\u006B\\/\\n","n":1}');
});
