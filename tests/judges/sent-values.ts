import type { Exchange } from '../../wire/exchange.ts';

/** Where a value was sent: a header, a parameter of the query, a member of a body, or a text in a body that is no JSON. */
export interface SentValue {
  readonly where: string;
  readonly value: string;
  readonly exchange: string;
}

/** Values shorter than this say nothing: `true`, `null`, one digit, one letter. */
const shortest = 5;

/** Headers that every request needs, and what follows from the target. */
const ownHeaders = ['host', 'content-length', 'authorization', 'sec-websocket-protocol'];

/** Every string that a request sends, each once for each place. */
export function sentValues(exchanges: Iterable<Exchange>): Map<string, SentValue> {
  const found = new Map<string, SentValue>();
  const add = (where: string, value: string, exchange: string): void => {
    if (value.length >= shortest) found.set(`${where} ${value}`, { where, value, exchange });
  };
  for (const { id, request } of exchanges) {
    for (const [name, value] of request.headers)
      if (!ownHeaders.includes(name.toLowerCase())) add(`header ${name.toLowerCase()}`, value, id);
    for (const [name, value] of queryOf(request.target)) add(`query ${name}`, value, id);
    addBody(request.body.toString('utf8'), (where, value) => add(where, value, id));
  }
  return found;
}

function queryOf(target: string): [name: string, value: string][] {
  const start = target.indexOf('?');
  // A parser of forms reads broken encodings too, and some are sent.
  return start === -1 ? [] : [...new URLSearchParams(target.slice(start + 1))];
}

function addBody(text: string, add: (where: string, value: string) => void): void {
  if (text === '') return;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    for (const [, inner = ''] of text.matchAll(/"((?:[^"\\]|\\.)*)"/g)) add('text', inner);
    if (!/["{[]/.test(text)) add('text', text);
    return;
  }
  addStrings(body, '', add);
}

/** Without calling itself: some bodies are nested more deeply than there is stack. */
function addStrings(body: unknown, start: string, add: (where: string, value: string) => void): void {
  const left: [value: unknown, pointer: string][] = [[body, start]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, pointer] = next;
    if (typeof value === 'string') add(`body ${pointer}`, value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, each] of Object.entries(value))
      left.push([each, Array.isArray(value) ? `${pointer}/*` : `${pointer}/${name}`]);
  }
}
