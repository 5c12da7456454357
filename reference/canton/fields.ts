import { isObject } from '../rules/json-types.ts';

/** A value read from JSON, or the decoder's message. */
export type Read<T> = { readonly value: T } | { readonly problem: string };

export type Decoder<T> = (value: unknown, name: string) => Read<T>;

/** The decoder's message for a value of the wrong type; nested fields lose their outer path. */
function wrongType(value: unknown, expected: string, name: string): { readonly problem: string } {
  return {
    problem: `Got value '${textOf(value)}' with wrong type, expecting ${expected} at '${name}'`,
  };
}

/** A value as JSON; one that is too deep for JSON.stringify, only as what it begins with. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return Array.isArray(value) ? '[…' : '{…';
  }
}

export function missing(name: string): { readonly problem: string } {
  return { problem: `Missing required field at '${name}'` };
}

export const string: Decoder<string> = (value, name) =>
  typeof value === 'string' ? { value } : wrongType(value, 'string', name);

export const boolean: Decoder<boolean> = (value, name) =>
  typeof value === 'boolean' ? { value } : wrongType(value, "'true' or 'false'", name);

const numeric = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** An integer of this many bits; a text that contains one is accepted too, and so is a float without a fraction. */
export function integer(type: 'Int' | 'Long'): Decoder<number> {
  const bound = type === 'Int' ? 2 ** 31 : 2 ** 63;
  return (value, name) => {
    const read = typeof value === 'string' && numeric.test(value) ? Number(value) : value;
    const holds = typeof read === 'number' && Number.isInteger(read) && read >= -bound && read < bound;
    return holds ? { value: read } : { problem: `${type} at '${name}'` };
  };
}

/** Java's basic decoder: only the padding may be missing. */
const base64: Decoder<Buffer> = (value, name) => {
  const text = string(value, name);
  if ('problem' in text) return text;
  const bytes = Buffer.from(text.value, 'base64');
  const bare = text.value.replace(/=+$/, '');
  const padded = bare.length === text.value.length || text.value.length % 4 === 0;
  const holds = /^[A-Za-z0-9+/]*={0,2}$/.test(text.value) && bare.length % 4 !== 1 && padded;
  return holds
    ? { value: bytes }
    : { problem: `The string is not a valid Base64: ${text.value} at '${name}'` };
};

/** A name of an enumeration; if the field is absent, a quirk of the decoder applies. */
export function name(names: readonly string[]): Decoder<string> {
  return (value, field) => {
    if (value === undefined) return wrongType({ Unrecognized: { unrecognizedValue: 0 } }, 'string', field);
    const text = string(value, field);
    if ('problem' in text || names.includes(text.value)) return text;
    const list = names.join(', ');
    return { problem: `Unrecognized enum value ${text.value}. Supported values: [${list}] at '${field}'` };
  };
}

export function list<T>(element: Decoder<T>): Decoder<readonly T[]> {
  return (value, field) => {
    if (!Array.isArray(value)) return wrongType(value, 'array', field);
    const values: T[] = [];
    for (const [index, each] of value.entries()) {
      const read = element(each, `${field}[${index}]`);
      if ('problem' in read) return read;
      values.push(read.value);
    }
    return { value: values };
  };
}

/** The decoder with a default for an absent field. */
export function withDefault<T>(decode: Decoder<T>, absent: T): Decoder<T> {
  return (value, field) => (value === undefined ? { value: absent } : decode(value, field));
}

export function required<T>(decode: Decoder<T>): Decoder<T> {
  return (value, field) => (value === undefined ? missing(field) : decode(value, field));
}

/** An object of these fields, up to the first problem; anything else lacks its first field. */
export function record<T>(fields: Readonly<Record<string, Decoder<unknown>>>): Decoder<T> {
  return (value) => {
    if (!isObject(value)) return missing(Object.keys(fields)[0] ?? '');
    const read: Record<string, unknown> = {};
    for (const [field, decode] of Object.entries(fields)) {
      const each = decode(value[field], field);
      if ('problem' in each) return each;
      if (each.value !== undefined) read[field] = each.value;
    }
    return { value: read as T };
  };
}

/** Bytes stay in base64 once that is known to be valid. */
export const bytes: Decoder<string> = (value, field) => {
  const read = base64(value, field);
  return 'problem' in read ? read : { value: read.value.toString('base64') };
};
