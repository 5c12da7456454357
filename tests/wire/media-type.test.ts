import { expect, test } from 'vitest';
import type { HeaderPair } from '../../wire/exchange.ts';
import { isJsonMedia, isTextMedia, mediaType } from '../../wire/media-type.ts';

const typed = (...values: readonly string[]) => {
  const headers = values.map((value): HeaderPair => ['content-TYPE', value]);
  return mediaType({ status: 200, reason: '', headers, body: Buffer.alloc(0) });
};

test('The media type is what stands before the parameters, in lower case and without spaces.', () => {
  expect(typed('application/json')).toBe('application/json');
  expect(typed(' Text/PLAIN ; charset=utf-8; x=y')).toBe('text/plain');
});

test('A missing or empty Content-Type is no media type.', () => {
  expect(typed()).toBeUndefined();
  expect(typed('')).toBeUndefined();
  expect(typed(' ; charset=utf-8')).toBeUndefined();
});

test.each(['application/json', 'application/problem+json', 'a/b+json'])('%s is JSON.', (type) => {
  expect(isJsonMedia(type)).toBe(true);
});

test.each([
  undefined,
  'text/json',
  'text/plain',
  'application/json-seq',
  'application/jsonx',
  'application/+json',
  '/a+json',
  'a b/c+json',
  'a/b c+json',
  'a/b+json x',
  'x/a/b+json',
  'a/b/c+json',
  'a/b+jsonx',
])('%s is not.', (type) => {
  expect(isJsonMedia(type)).toBe(false);
});

test('Text is text/plain and nothing else.', () => {
  expect(isTextMedia('text/plain')).toBe(true);
  for (const type of [undefined, 'text/html', 'text/plain2', '']) expect(isTextMedia(type)).toBe(false);
});
