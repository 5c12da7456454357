import { characterName } from '../../formats/shown-text.ts';
import { grouped } from '../../terminal/grouped.ts';

/** Control characters, characters that hide or reorder text, and lone surrogates; not line feeds and tabs. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A fast path, because most text is plain ASCII. */
const unusual = /[^\n\t -~]/;

/**
 * Makes text from a target visible: each hidden character is replaced by its name (`⟨U+202E⟩`), and text longer than
 * `limit` characters is cut, followed by its length.
 */
export function visibleText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const short = withLength(text, limit);
  if (!unusual.test(short)) return short;
  return short.replace(hidden, characterName);
}

/** The start of a long text, and its length; a surrogate pair is not split. */
function withLength(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… ✂ ${grouped(text.length)} characters`;
}
