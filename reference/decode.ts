import { isUtf8 } from 'node:buffer';
import type { Call } from './call.ts';
import { malformed, type Refusal } from './refusal.ts';

export type Decoded = { readonly value: unknown } | { readonly refusal: Refusal };

/**
 * Exactly one JSON value in UTF-8 (rulings 12 and 28). A byte order mark is not JSON white space (RFC 8259 section 8.1) and is
 * rejected too; of duplicate members, the last one counts.
 */
export function decodeJson(call: Call): Decoded {
  if (call.body.length === 0) return { refusal: malformed('The body is empty; send one JSON object.') };
  if (!isUtf8(call.body)) return { refusal: malformed('The body is not valid UTF-8; encode it as UTF-8.') };
  try {
    return { value: JSON.parse(call.body.toString('utf8')) };
  } catch {
    return { refusal: malformed('The body is not exactly one JSON value; send one JSON object.') };
  }
}

export type Query = Readonly<Record<string, readonly string[]>>;

/** The query parameters: each name with all its values in order. */
export function decodeQuery(call: Call): Decoded {
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(call.target.split(/\?(.*)/s)[1] ?? ''))
    query.set(name, [...(query.get(name) ?? []), value]);
  return { value: Object.fromEntries(query) };
}
