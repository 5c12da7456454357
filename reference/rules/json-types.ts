// biome-ignore lint/suspicious/noExplicitAny: requests and answers may have any shape, and rows give them others
export type Json = any;

export type JsonType = 'string' | 'boolean' | 'object' | 'array' | 'int32' | 'integer';

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The documented types. An integral float such as 2.0 is an integer: JSON has one number type (ruling 12). */
export const jsonTypes: Readonly<Record<JsonType, { holds: (value: unknown) => boolean; noun: string }>> = {
  string: { holds: isString, noun: 'a string' },
  boolean: { holds: (value) => typeof value === 'boolean', noun: 'true or false' },
  object: { holds: isObject, noun: 'a JSON object' },
  array: { holds: isArray, noun: 'a JSON array' },
  int32: {
    holds: (value) => isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
    noun: 'an integer of 32 bits, written as a JSON number',
  },
  integer: { holds: isInteger, noun: 'an integer, written as a JSON number' },
};
