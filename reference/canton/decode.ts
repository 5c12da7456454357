import type { Call } from '../call.ts';
import { type Decoded, decodeQuery as readQuery } from '../decode.ts';
import { malformed } from '../refusal.ts';
import { decodeExecute } from './decode-execute.ts';
import { decodeGenerate } from './decode-generate.ts';

/** Decodes the headers, then the bytes as JSON, then the fields; each problem is a text. */
export function decodeJson(call: Call): Decoded {
  const header = headerProblem(call);
  if (header !== undefined) return header;
  const text = call.body.toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return undecodable(parserWords(text, error instanceof Error ? error.message : ''));
  }
  const read = call.operation === 'generate-topology' ? decodeGenerate(body, 'body') : decodeExecute(body);
  return 'problem' in read ? undecodable(read.problem) : read;
}

/** The query comes before the headers: a bad page size is reported even without a credential. */
export function decodeQuery(call: Call): Decoded {
  const query = readQuery(call);
  if ('refusal' in query) return query;
  const { pageSize } = query.value as Readonly<Record<string, readonly string[]>>;
  const [size] = pageSize ?? [];
  if ((size !== undefined && !isInt32(size)) || (pageSize?.length ?? 0) > 1)
    return { refusal: malformed('Invalid value for: query parameter pageSize') };
  return headerProblem(call) ?? query;
}

function isInt32(text: string): boolean {
  const value = Number(text);
  return /^[+-]?\d+$/.test(text) && value >= -(2 ** 31) && value < 2 ** 31;
}

function undecodable(detail: string): Decoded {
  return { refusal: malformed(`Invalid value for: body (${detail})`) };
}

/** The word Bearer without a token is a header that cannot be decoded. */
function headerProblem({ headers }: Call): Decoded | undefined {
  const isEmpty = /^bearer\s*$/i.test(headers.authorization ?? '');
  return isEmpty ? { refusal: malformed('Invalid value for: header Authorization') } : undefined;
}

/** The parser's message, as far as our error reveals the position. */
function parserWords(text: string, message: string): string {
  if (text.trim() === '' || /end of JSON|Unterminated/i.test(message)) return 'exhausted input';
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? 0);
  if (position >= text.length) return 'exhausted input';
  const rest = text.slice(position, position + 8);
  const expected = message.includes('after JSON')
    ? 'whitespace or eof'
    : message.includes('property name')
      ? '"'
      : 'json value';
  return `expected ${expected} got '${rest}' (line 1, column ${position + 1})`;
}
