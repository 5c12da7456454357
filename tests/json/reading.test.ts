import { describe, expect, test } from 'vitest';
import { escapeSegment, segments, valueAt } from '../../json/json-pointer.ts';
import { readJson, readObject, shown } from '../../json/read-json.ts';
import { isSelected } from '../../settings/selection.ts';
import type { Answer } from '../../wire/exchange.ts';
import { isJsonMedia, isTextMedia, mediaType } from '../../wire/media-type.ts';

describe('a JSON pointer', () => {
  const document = { a: [{ 'b/c': 1, 'd~e': 2 }], '': 3, n: null };

  test.each([
    ['', document],
    ['/a/0/b~1c', 1],
    ['/a/0/d~0e', 2],
    ['/', 3],
    ['/n', null],
    ['/n/x', undefined],
    ['/a/1', undefined],
    ['/a/0/b~1c/x', undefined],
  ])('"%s" finds its value.', (pointer, value) => {
    expect(valueAt(document, pointer)).toEqual(value);
  });

  test('takes the escapes of RFC 6901 in their order.', () => {
    expect(segments('/~01')).toEqual(['~1']);
    expect(segments(`/${escapeSegment('a/b~c~1')}`)).toEqual(['a/b~c~1']);
  });
});

describe('a media type', () => {
  const of = (...values: string[]): string | undefined =>
    mediaType({ headers: values.map((value) => ['content-TYPE', value] as const) } as unknown as Answer);

  test.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    [' application/json ;q=1', true],
    ['application/problem+json', true],
    ['APPLICATION/VND.X+JSON', true],
    ['application/jsonp', false],
    ['text/json', false],
    ['+json', false],
    ['application/json, text/plain', false],
  ])('"%s" is JSON: %s.', (value, json) => {
    expect(isJsonMedia(of(value))).toBe(json);
  });

  test.each([
    ['text/plain', true],
    ['TEXT/Plain;charset=UTF-8', true],
    ['text/html', false],
  ])('"%s" is plain text: %s.', (value, plain) => {
    expect(isTextMedia(of(value))).toBe(plain);
  });

  test('is absent where the header is absent or empty.', () => {
    expect([of(), of(''), of(' ; charset=utf-8')]).toEqual([undefined, undefined, undefined]);
  });
});

describe('strict JSON', () => {
  test.each(['{}', ' [1] \n', '"é"', 'null', '0'])('%j is one value.', (text) => {
    expect(readJson(Buffer.from(text))).toEqual({ value: JSON.parse(text) });
  });

  test.each([
    ['an empty body', Buffer.alloc(0)],
    ['an empty body', Buffer.from(' \n')],
    ['not one JSON value', Buffer.from('{} {}')],
    ['not one JSON value', Buffer.from("{'a':1}")],
    ['not one JSON value', Buffer.from('\ufeff{}')],
    ['not one JSON value', Buffer.from('NaN')],
    ['bytes that are not valid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['bytes that are not valid UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['not one JSON value', Buffer.from('['.repeat(100_000))],
  ])('%s is none.', (problem, bytes) => {
    expect(readJson(bytes)).toEqual({ problem });
  });

  test('Any depth is read, and a value too deep to be written is described.', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const shownAgain = (text: string): string | undefined => {
      const read = readJson(Buffer.from(text));
      return 'value' in read ? shown(read.value, Number.POSITIVE_INFINITY) : undefined;
    };
    expect(shownAgain(nested(1_000))).toBe(nested(1_000));
    expect(shownAgain(nested(1_001))).toBe('an array that is nested more than 1000 levels deep');
    expect(shownAgain(`{"a":${nested(100_000)}}`)).toBe(
      'an object that is nested more than 1000 levels deep',
    );
  });

  test('A value is shown as JSON and cut where it is long.', () => {
    expect(shown({ a: 1 })).toBe('{"a":1}');
    expect(shown(undefined)).toBe('absent');
    expect(shown('x'.repeat(200), 10)).toBe('"xxxxxxxxx… (202 characters)');
  });
});

describe('a selection', () => {
  const check = { requirement: 'LU-SUCCESS', operation: 'list-users' } as const;

  test.each([undefined, '', 'LU-SUCCESS', 'list-users', 'LU-SUCCESS@list-users', 'GT-BODY, LU-SUCCESS'])(
    '"%s" holds the check.',
    (only) => {
      expect(isSelected(only, check)).toBe(true);
    },
  );

  test.each(['LU', 'lu-success', 'LU-SUCCESS@generate-topology', 'GT-BODY,', ','])(
    '"%s" does not hold it.',
    (only) => {
      expect(isSelected(only, check)).toBe(false);
    },
  );
});

test('What was read is remembered, until more than some megabytes of text were read.', () => {
  const texts = Array.from({ length: 200 }, (_, index) =>
    Buffer.from(JSON.stringify({ index, text: 'x'.repeat(50_000) })),
  );
  const [first = Buffer.alloc(0)] = texts;
  const read = readObject(first);
  expect(readObject(first)).toBe(read);
  for (const text of texts.slice(1)) readObject(text);
  expect(readObject(first)).not.toBe(read);
  expect(readObject(first)).toEqual(read);
});
