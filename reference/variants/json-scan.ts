/** Whether an object in the JSON text has a duplicate member. The text is one JSON value. */
export function namesMemberTwice(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  const tokens = text.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:?)|[{}[\]]/g);
  for (const [token, , colon] of tokens) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (colon === ':') {
      const names = open.at(-1);
      const name = String(JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)));
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

/** Whether a number of the JSON text has a fraction or an exponent. */
export function hasFloat(text: string): boolean {
  return /[0-9](\.|[eE])/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
}

/** Whether a string of the JSON text has a lone surrogate. */
export function hasLoneSurrogate(value: unknown): boolean {
  return /\p{Surrogate}/u.test(stringsOf(value).join('\n'));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...stringsOf(each)]);
}
