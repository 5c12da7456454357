import { describe, expect, test } from 'vitest';
import { encodedToken, tokenEncodings } from '../../generators/token-encoding.ts';

const text = "aZ9-._~/?:@!$'()*,;=&+ %#žř😀[]";

describe('An encoded token', () => {
  test.each(tokenEncodings)('is the same text again when it is decoded: %s.', (encoding) => {
    const encoded = encodedToken(text, encoding);
    expect(decodeURIComponent(encoded)).toBe(text);
    expect(new URLSearchParams(`token=${encoded}&size=1`).get('token')).toBe(text);
  });

  test('holds no raw character that a query separates by, or that a form reads as a blank.', () => {
    for (const encoding of tokenEncodings) expect(encodedToken(text, encoding)).not.toMatch(/[&+# ]/);
  });

  test('differs in letter case, and in what is encoded at all.', () => {
    expect(encodedToken('a/+=', 'usual')).toBe('a%2F%2B%3D');
    expect(encodedToken('a/+=', 'raw')).toBe('a/%2B=');
    expect(encodedToken('a/+=', 'lower-case')).toBe('a%2f%2b%3d');
    expect(encodedToken('a/+=', 'every-byte')).toBe('%61%2F%2B%3D');
    expect(encodedToken('a/+=', 'every-byte-lower-case')).toBe('%61%2f%2b%3d');
  });

  test('is written as usual where another encoding would make the query very long.', () => {
    expect(encodedToken('x'.repeat(1_000), 'every-byte')).toBe('x'.repeat(1_000));
  });

  test('holds U+FFFD for half a surrogate pair, which has no UTF-8 form.', () => {
    for (const encoding of tokenEncodings)
      expect(decodeURIComponent(encodedToken('\ud800', encoding))).toBe('\ufffd');
  });
});
