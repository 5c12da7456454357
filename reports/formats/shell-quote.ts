/** Safe in every shell without quotes. */
const plain = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Written as escapes: control characters, characters that reorder or hide text, and line separators. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;
const hiddenOrNotAscii = /[^ -~]/;

/**
 * One word for a POSIX shell: unquoted if that is safe, else in single quotes, or as `$'…'` with octal escapes of its
 * bytes if it contains invisible characters (POSIX.1-2024, bash, zsh, ksh). Headers are sent in Latin-1: with that
 * encoding every non-ASCII character is escaped. An argument cannot contain NUL; such text must be passed in another
 * way.
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
