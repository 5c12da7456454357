import { describe, expect, test } from 'vitest';
import { bodyWindow } from '../../reports/formats/body-window.ts';
import { withBlanks, withNames } from '../../reports/formats/plain-text.ts';

const windowOf = (text: string | Buffer, pointer = '', limit = 60) =>
  bodyWindow(Buffer.from(text as string), pointer, limit);

describe('a window on a body', () => {
  test('shows a fault that stands late, and names it.', () => {
    const text = JSON.stringify({ first: 'x'.repeat(500), late: 12, behind: 'y'.repeat(500) });
    const { text: shown, at } = windowOf(text, '/late');
    expect(shown).toContain('"late":12,"behind"');
    expect(shown).toMatch(/^…x.*y…$/);
    expect(shown.length).toBeLessThan(64);
    expect(at).toBe('/late: 12');
  });

  test('shows the object in which a member is missing.', () => {
    expect(windowOf('{"a":{"b":1}}', '/a/c')).toEqual({ text: '{"a":{"b":1}}', at: '/a/c is missing' });
  });

  test('marks the byte at which a body is no JSON.', () => {
    expect(windowOf('{"ä":1,}').at).toBe('byte 9: }');
    expect(windowOf('{"a":"x').at).toBe('byte 8: the text ends');
    expect(windowOf(Buffer.from([0x7b, 0x22, 0xc3, 0xa4, 0xff, 0x22])).at).toBe(
      'byte 5: 0xff22 is not UTF-8',
    );
    expect(windowOf('no JSON').at).toBeUndefined();
  });

  test('names what cannot be seen, and shows blanks that matter.', () => {
    expect(windowOf('{"a":" b\u00a0\u200b","c":"1  2"}', '/a')).toEqual({
      text: '{"a":"␣b⟨U+00A0⟩⟨U+200B⟩","c":"1␣␣2"}',
      at: '/a: "␣b⟨U+00A0⟩⟨U+200B⟩"',
    });
    expect(withNames('a\tb\u202e')).toBe('a⟨U+0009⟩b⟨U+202E⟩');
    expect(withBlanks('{"a": "b c"}')).toBe('{"a": "b c"}');
  });
});
