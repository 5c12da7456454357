import { isNestedWithoutEnd } from './depth-of.ts';
import { decodeUtf8 } from './utf8.ts';

/** Strictly parsed JSON: valid UTF-8 and exactly one JSON value; otherwise the reason in the document's terms (ruling 2). */
type ReadJson = { readonly value: unknown } | { readonly problem: string };

/** A cache by buffer: judges ask for the same body repeatedly. */
let readBefore = new WeakMap<Buffer, ReadJson>();
let rememberedBytes = 0;

/**
 * A value may take many times the memory of its text: larger ones are kept one at a time, and above so many bytes of text in all,
 * the others are forgotten.
 */
const largestRemembered = 64 * 1024;
const mostRemembered = 4 * 1024 * 1024;

/** The last of the larger ones, until the code that reads it has ended: a judge reads the same body several times. */
let lastLarge: { readonly bytes: Buffer; readonly read: ReadJson } | undefined;

/** Parses bytes; the result for a buffer is shared and must not be changed. */
export function readJson(bytes: Buffer): ReadJson {
  const known = readBefore.get(bytes);
  if (known !== undefined) return known;
  if (bytes.length > largestRemembered) return readLarge(bytes);
  const read = parse(bytes);
  rememberedBytes += bytes.length;
  if (rememberedBytes > mostRemembered) {
    readBefore = new WeakMap();
    rememberedBytes = bytes.length;
  }
  readBefore.set(bytes, read);
  return read;
}

function readLarge(bytes: Buffer): ReadJson {
  if (lastLarge?.bytes === bytes) return lastLarge.read;
  if (lastLarge === undefined)
    queueMicrotask(() => {
      lastLarge = undefined;
    });
  // Freed first: there is not always room for two.
  lastLarge = undefined;
  const read = parse(bytes);
  lastLarge = { bytes, read };
  return read;
}

function parse(bytes: Buffer): ReadJson {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { problem: 'bytes that are not valid UTF-8' };
  return jsonValue(text) ?? { problem: text.trim() === '' ? 'an empty body' : 'not one JSON value' };
}

/** The value of a JSON text; undefined if it is none. */
export function jsonValue(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** A JSON object, not an array and not null. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON object; undefined if the bytes are anything else. */
export function readObject(bytes: Buffer): JsonObject | undefined {
  return objectIn(readJson(bytes));
}

/** The same for bytes that are read only once, such as a line of a file: nothing is cached. */
export function readObjectOnce(bytes: Buffer): JsonObject | undefined {
  return isNestedWithoutEnd(bytes) ? undefined : objectIn(parse(bytes));
}

function objectIn(read: ReadJson): JsonObject | undefined {
  return 'value' in read && isObject(read.value) ? read.value : undefined;
}

/** A value shown in a message: JSON, cut at `limit` characters. */
export function shown(value: unknown, limit = 120): string {
  const text = value === undefined ? 'absent' : written(value);
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;
}

/** How deep a value may be nested to be written: how deep `JSON.stringify` can go differs between versions of Node. */
const deepest = 1_000;

function written(value: unknown): string {
  if (isTooDeep(value))
    return `${Array.isArray(value) ? 'an array' : 'an object'} that is nested more than ${deepest} levels deep`;
  return JSON.stringify(value) ?? String(value);
}

function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0 && depth < deepest; depth += 1)
    level = level.flatMap((each) => Object.values(each).filter(isNested));
  return level.length > 0;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
