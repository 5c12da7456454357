const structure = '{}[],:';
const whitespace = ' \t\n\r';
const endOfScalar = /[\s{}[\],:"]/g;

/**
 * The tokens of a JSON text (RFC 8259 §2), unchanged and without white space. Strings are not matched by a pattern: one of
 * megabytes would overflow its stack.
 * @param text valid JSON
 */
export function* jsonTokens(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const first = text.charAt(at);
    const end = whitespace.includes(first) || structure.includes(first) ? at + 1 : endOf(text, at, first);
    if (!whitespace.includes(first)) yield text.slice(at, end);
    at = end;
  }
}

function endOf(text: string, start: number, first: string): number {
  if (first === '"') return endOfString(text, start);
  endOfScalar.lastIndex = start;
  return endOfScalar.exec(text)?.index ?? text.length;
}

/** The index behind the first quotation mark that has an even number of backslashes in front of it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charAt(before - 1) === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}
