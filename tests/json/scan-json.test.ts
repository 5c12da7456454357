import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { syntaxErrorAt, valueSpan } from '../../json/scan-json.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the place of a syntax error', () => {
  test.each<[string, number | undefined]>([
    ['{"a":1}', undefined],
    [' [ ] ', undefined],
    ['"\\u00e4"', undefined],
    ['-0.5e+3', undefined],
    ['', 0],
    ['  ', 2],
    ['{"a":1,}', 7],
    ['{"a":NaN}', 5],
    ['{"a":01}', 6],
    ['{"a" 1}', 5],
    ["{'a':1}", 1],
    ['{"a":"\u0001"}', 6],
    ['{"a":"x', 7],
    ['{"a":"\\x"}', 6],
    ['[1,2', 4],
    ['[1 2]', 3],
    ['{}x', 2],
    ['[1}', 2],
    ['\ufeff{}', 0],
  ])('of %j is %s.', (text, at) => {
    expect(syntaxErrorAt(text)).toBe(at);
  });

  test('is found exactly where JSON.parse fails.', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"',
        '\\',
        '1',
        '-',
        '.5',
        'e3',
        'true',
        'nul',
        ' ',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        expect(syntaxErrorAt(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(syntaxErrorAt(text)).toBeUndefined();
      }),
    );
  });
});

describe('the place of a value', () => {
  test.each<[string, string, string | undefined]>([
    ['{"a":{"b":[1, "x y" ]}}', '/a/b/1', '"x y"'],
    ['{"a":{"b":[1]}}', '/a', '{"b":[1]}'],
    ['{"a":1,"a":2}', '/a', '2'],
    ['{"a/b":{"~":0}}', '/a~1b/~0', '0'],
    ['{"\\u0061":null}', '/a', 'null'],
    ['[1]', '', '[1]'],
    ['{"a":1}', '/b', undefined],
    ['{"a":1,}', '/a', undefined],
  ])('of %s at "%s" is %s.', (text, pointer, value) => {
    const span = valueSpan(text, pointer);
    expect(span === undefined ? undefined : text.slice(span.start, span.end)).toBe(value);
  });

  test('takes time in proportion to the text, however deep it is nested.', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(valueSpan(deep, '/0/0')?.start).toBe(2);
  });
});

test('A string of any length is scanned, and what may not be in it is found.', () => {
  const long = 'a'.repeat(20_000_000);
  expect(syntaxErrorAt(`"${long}"`)).toBeUndefined();
  expect(syntaxErrorAt(`"${long}\\x"`)).toBe(long.length + 1);
});
