/** Whether JSON text ends inside an object, an array or a string; a reader without an end-of-input check waits for more. */
export function isUnclosed(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      at = endOfString(text, at);
      if (at >= text.length) return true;
    }
  }
  return depth > 0;
}

/** The index of the closing quotation mark; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}
