import { describe, expect, test } from 'vitest';
import { folded, rowsOf, wrapped } from '../../reports/terminal/lines.ts';

/** What terminals show in so many columns, as one character each. */
const columnsOfOne: readonly (readonly [name: string, character: string, columns: number])[] = [
  ['a letter', 'x', 1],
  ['an ideograph', '漢', 2],
  ['an ideograph outside the basic plane', '𠀀', 2],
  ['half-width kana', 'ｱ', 1],
  ['a full-width letter', 'Ａ', 2],
  ['a letter with a combining accent', 'e\u0301', 1],
  ['a letter with many combining marks', 'Z\u032e\u031e\u0320', 1],
  ['Thai with a vowel mark', 'ก็', 1],
  ['Hangul in letters', '\u1112\u1161\u11ab', 2],
  ['an emoji', '👍', 2],
  ['an emoji with a skin tone', '👍🏽', 2],
  ['an emoji of several', '👨‍👩‍👧', 2],
  ['a symbol as an emoji', '❤️', 2],
  ['a flag', '🇨🇭', 2],
  ['a keycap', '1️⃣', 2],
];

describe.each(columnsOfOne)('%s', (_, character, columns) => {
  const perRow = 20 / columns;

  test('takes its columns, and a long word of it is split between characters.', () => {
    const rows = [character.repeat(perRow), character.repeat(perRow), character];
    expect(rowsOf(wrapped('  ', rows.join('')), 22)).toEqual(rows.map((row) => `  ${row}`));
    expect(rowsOf(folded('  ', rows.join('')), 22)).toEqual(rows.map((row) => `  ${row}`));
  });

  test('lets a word that just fits stay in its row.', () => {
    const word = character.repeat(perRow / 2 - 1);
    const rest = 'y'.repeat(20 - 1 - columns * (perRow / 2 - 1));
    expect(rowsOf(wrapped('', `${word} ${rest} z`), 20)).toEqual([`${word} ${rest}`, 'z']);
  });
});

test('Text is shown as it is, not in another normal form.', () => {
  expect(rowsOf(wrapped('', 'e\u0301 \u00e9'), 20)).toEqual(['e\u0301 \u00e9']);
});

test('Folded text keeps every blank.', () => {
  const text = `  a   ${'b'.repeat(30)}  c `;
  const rows = rowsOf(folded('> ', text), 22).map((row) => row.slice(2));
  expect(rows.join('')).toBe(text);
  expect(rows[0]).toHaveLength(20);
});

test('A character that is wider than a line has a line for itself.', () => {
  const wide = `क${'\u093e'.repeat(30)}`;
  expect(rowsOf(wrapped('', `${wide}xx`), 20)).toEqual([wide, 'xx']);
});

// Segmented as a whole, these words would take minutes.
test.each(['漢', 'e\u0301', 'x'])(
  'A very long word of %s is split soon.',
  { timeout: 900_000 },
  (character) => {
    expect(rowsOf(wrapped('', character.repeat(300_000)), 80).length).toBeGreaterThan(3_000);
  },
);
