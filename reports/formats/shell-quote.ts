/** Harmless in every shell without quotes. */
const plain = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Shown as escapes: control characters, those that reorder or hide text, and line separators. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;
const hiddenOrNotAscii = /[^ -~]/;

/**
 * One word for a POSIX shell: as it stands where that is harmless, else in single quotes, else, where it holds
 * characters that one cannot see, as `$'…'` with octal escapes of their bytes (POSIX.1-2024, bash, zsh, ksh). Headers go
 * out in Latin-1: with that encoding every character beyond ASCII is an escape.
 * A NUL cannot be given to a program at all; use another way for text that holds one.
 */
export function shellQuoted(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  const escapes = encoding === 'utf8' ? hidden : hiddenOrNotAscii;
  if (plain.test(text)) return text;
  if (!escapes.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = Array.from(text, (character) => {
    if (character === '\n') return '\\n';
    if (character === "'" || character === '\\') return `\\${character}`;
    return escapes.test(character) ? octal(Buffer.from(character, encoding)) : character;
  });
  return `$'${escaped.join('')}'`;
}

function octal(bytes: Buffer): string {
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
