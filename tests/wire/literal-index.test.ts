import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLiteralIndex } from '../../wire/literal-index.ts';

function indexOf(entries: Readonly<Record<string, string>>) {
  const index = createLiteralIndex();
  for (const [text, value] of Object.entries(entries)) index.add(text, value);
  return index;
}

test('Every text is replaced wherever it is, and nothing else.', () => {
  const index = indexOf({ secret: '[s]', 'another one': '[a]' });
  expect(index.replace('secretsecret, another one; secre')).toBe('[s][s], [a]; secre');
  expect(index.replace('nothing of the kind')).toBe('nothing of the kind');
  expect(index.replace('sec')).toBe('sec');
  expect(createLiteralIndex().replace('secret')).toBe('secret');
});

test('Where several texts begin, the longest is replaced, in whatever order they came.', () => {
  const texts = { abcd: '1', abcdef: '2', abcde: '3' };
  expect(indexOf(texts).replace('abcdefg abcdeg abcdg')).toBe('2g 3g 1g');
  expect(indexOf(Object.fromEntries(Object.entries(texts).reverse())).replace('abcdefg')).toBe('2g');
});

test('A replacement is not searched again.', () => {
  expect(indexOf({ abcd: 'efgh', efgh: 'abcd' }).replace('abcdefgh')).toBe('efghabcd');
});

test('The result is that of a regular expression whose alternatives begin with the longest.', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 });
  const secrets = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 7 }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(secrets, letters, (list, text) => {
      const longestFirst = [...list].sort((a, b) => b.length - a.length);
      const expected = text.replace(new RegExp(longestFirst.join('|'), 'g'), (found) => `<${found}>`);
      const index = indexOf(Object.fromEntries(list.map((each) => [each, `<${each}>`])));
      expect(index.replace(text)).toBe(expected);
    }),
  );
});
