import { expect, test } from 'vitest';
import { escapeSegment, segments, valueAt } from '../../json/json-pointer.ts';

const document = { a: [{ 'b/c': 1 }, null], '': { '~1': 2 }, text: 'abc' };

test.each<[string, unknown]>([
  ['', document],
  ['/a/0/b~1c', 1],
  ['/a/1', null],
  ['//~01', 2],
  ['/', { '~1': 2 }],
  ['/missing', undefined],
  ['/a/1/b', undefined],
  ['/missing/b', undefined],
  ['/text/length', undefined],
])('The pointer %j leads to its value (RFC 6901).', (pointer, value) => {
  expect(valueAt(document, pointer)).toEqual(value);
});

test('A pointer is taken apart at its slashes, and escapes are undone in the order that the RFC demands.', () => {
  expect(segments('')).toEqual([]);
  expect(segments('/')).toEqual(['']);
  expect(segments('/a~1b~1c/~01~0')).toEqual(['a/b/c', '~1~']);
});

test('A segment is escaped so that it is read back as it was.', () => {
  expect(escapeSegment('a/b/c')).toBe('a~1b~1c');
  expect(escapeSegment('~1~')).toBe('~01~0');
  for (const name of ['', '~/~', '/~0', '~1']) expect(segments(`/${escapeSegment(name)}`)).toEqual([name]);
});
