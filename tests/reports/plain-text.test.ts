import { expect, test } from 'vitest';
import { cut, plainLine, plainText, withoutCommands } from '../../reports/formats/plain-text.ts';
import { hostile } from './hostile.ts';

test('Escape sequences are gone whole, and control characters with them.', () => {
  expect(plainText('\u001b[31mred\u001b[0m\u001b]0;title\u0007!\u001b]8;;http://x\u001b\\link')).toBe(
    'red!link',
  );
  expect(plainText('\u009b2Ja\u001bPq\u001b\\b\u001b(Bc\u001b')).toBe('abc');
  expect(plainText('a\u0000b\u0008c\u007fd\u0085e')).toBe('abcde');
});

test('Characters that reorder or hide text are gone.', () => {
  expect(plainText('a\u202eb\u2066c\u200fd\u200be\ufefff\u{e0041}')).toBe('abcdef');
});

test('Letters of every script stay as they are.', () => {
  expect(plainText('ünï 日本 עברית 😀 –“”')).toBe('ünï 日本 עברית 😀 –“”');
});

test('A line break of any kind is a line break, and one line has none.', () => {
  expect(plainText('a\r\nb\rc\u2028d\ve')).toBe('a\nb\nc\nd\ne');
  expect(plainLine(' a\r\n\t b\u2029c ')).toBe('a b c');
});

test('Nothing is a command to a CI runner.', () => {
  for (const text of [
    '::error::x',
    '  ::set-output name=a::b',
    'a\n::error::x',
    'a\r::x',
    'a ##[error] ##vso[x] ##teamcity[y]',
    '\u200b::error::x',
  ]) {
    expect(plainText(text), text).not.toMatch(/^\s*::|##\w*\[/m);
    expect(plainLine(text), text).not.toMatch(/^\s*::|##\w*\[/m);
  }
  expect(withoutCommands(':::x')).not.toMatch(/^::/);
  expect(plainText('alice::1220ab and # # [x]')).toBe('alice::1220ab and # # [x]');
});

test('Long text ends in "…" within its limit, and no character is cut in two.', () => {
  expect(cut('abcdef', 4)).toBe('abc…');
  expect(cut('abcd', 4)).toBe('abcd');
  expect(cut('😀😀😀😀', 4)).toBe('😀😀😀😀');
  expect(cut('😀😀😀😀', 3)).toBe('😀😀…');
});

test('Hostile text as a whole leaves nothing behind but words.', () => {
  expect(plainText(hostile)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]|^\s*::|##\w*\[/mu);
});

test('Of a long text only its beginning is read, and the rest is marked.', () => {
  const removed = '\u200b'.repeat(5_000);
  expect(plainText(`${removed}red`, 10)).toBe('…');
  expect(plainLine(`ab${removed}cd`, 10)).toBe('ab…');
  expect(plainLine(`a${' '.repeat(500)}b`, 10)).toBe('a b');
  expect(plainText('a'.repeat(5_000), 4)).toBe('aaa…');
});
