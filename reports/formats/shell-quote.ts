/** Not safe in every shell without quotes. */
const special = /[^A-Za-z0-9_@%+=:,./-]/;

/** Written as escapes: control characters, characters that reorder or hide text, and line separators. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;
const hiddenOrNotAscii = /[^ -~]/;

/**
 * One word for a POSIX shell: unquoted if that is safe, else in single quotes, or as the output of `printf` with octal escapes
 * of its bytes if it contains invisible characters; `$'…'` is unknown to dash. Headers are sent in Latin-1: with that
 * encoding every non-ASCII character is escaped. An argument cannot contain NUL; such text must be passed in another
 * way.
 */
export function shellQuoted(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  const escapes = encoding === 'utf8' ? hidden : hiddenOrNotAscii;
  if (text !== '' && !special.test(text)) return text;
  if (!escapes.test(text)) return singleQuoted(text);
  // A shell removes line feeds at the end of an output, so those are quoted as they are.
  const end = endOfText(text);
  const format = Array.from(text.slice(0, end), (character, index) => {
    if (character === '\n') return '\\n';
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    // Shells expand ! even here if someone types it, and printf reads a leading - as an option.
    if (character === '!' || (character === '-' && index === 0)) return octal(Buffer.from(character));
    return escapes.test(character) ? octal(Buffer.from(character, encoding)) : character;
  }).join('');
  const written = end === 0 ? '' : `"$(printf ${singleQuoted(format)})"`;
  return `${written}${end === text.length ? '' : singleQuoted(text.slice(end))}`;
}

/** The length of a text without the line feeds at its end. */
function endOfText(text: string): number {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return end;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function octal(bytes: Buffer): string {
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
