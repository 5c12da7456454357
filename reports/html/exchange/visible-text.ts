import { grouped } from '../../terminal/grouped.ts';

/** Control characters and those that hide or reorder text, lone surrogates too; line feeds and tabs are white space. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Most text is plain ASCII, and this is quicker to find out. */
const unusual = /[^\n\t -~]/;

/**
 * A target's words as one can see them: each hidden character is replaced by its name (`⟨U+202E⟩`),
 * and text above `limit` characters is cut, with its length behind it.
 */
export function visibleText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const short = withLength(text, limit);
  if (!unusual.test(short)) return short;
  return short.replace(hidden, (character) => nameOf(character.codePointAt(0) ?? 0));
}

/** The beginning of a text that is too long, and its length; a character outside the basic plane is not cut in two. */
function withLength(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… ✂ ${grouped(text.length)} characters`;
}

/** Not the pictures of control characters (`␀`): many fonts have none. */
function nameOf(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
