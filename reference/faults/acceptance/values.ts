import type { Call } from '../../call.ts';
import { isArray, isString, type Json } from '../../rules/json-types.ts';

// Kinds of values that lenient servers accept.

export const isText =
  (pattern: RegExp) =>
  (value: Json): boolean =>
    isString(value) && pattern.test(value);

export const isListOfOne =
  (holds: (value: Json) => boolean) =>
  (value: Json): boolean =>
    isArray(value) && value.length === 1 && holds(value[0]);

export const areBytes = (value: Json): boolean => isArray(value) && value.length > 3 && value.every((each) => Number.isInteger(each));

/** Not the first element of its array. */
export const isBehindFirst = (_value: Json, _call: Call, pointer: string): boolean => !pointer.endsWith('/0');
