import { decodeUtf8 } from './utf8.ts';

/** A reader may limit the depth of nesting (RFC 8259 §9): whatever walks through a deeper value overflows its stack. */
const deepest = 1_000;

/** JSON text read strictly: valid UTF-8 and exactly one JSON value, else the reason in the document's terms (ruling 2). */
export type ReadJson = { readonly value: unknown } | { readonly problem: string };

export function readJson(bytes: Buffer): ReadJson {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { problem: 'bytes that are not valid UTF-8' };
  if (isDeeperThan(text, deepest)) return { problem: `JSON nested deeper than ${deepest} levels` };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: text.trim() === '' ? 'an empty body' : 'not one JSON value' };
  }
}

function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) {
      quoted = true;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

/** A JSON object, not an array and not null. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value shown in a message: JSON, cut at `limit` characters. */
export function shown(value: unknown, limit = 120): string {
  const text = value === undefined ? 'absent' : (JSON.stringify(value) ?? String(value));
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;
}
