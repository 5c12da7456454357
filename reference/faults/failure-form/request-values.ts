import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { isObject } from '../../rules/json-types.ts';

type Path = readonly (string | number)[];

/** The value at a path of a request of one operation; undefined if there is none, or for another operation. */
export function valueIn(operation: Operation, { operation: of, input }: Call, ...path: Path): unknown {
  if (of !== operation) return undefined;
  return path.reduce<unknown>((value, step) => (isObject(value) || Array.isArray(value) ? (value as never)[step] : undefined), input);
}

/** The text at a path; empty if there is none. */
export function textIn(operation: Operation, call: Call, ...path: Path): string {
  const value = valueIn(operation, call, ...path);
  return typeof value === 'string' ? value : '';
}

/** The texts of an array at a path; empty if there is none. */
export function textsIn(operation: Operation, call: Call, ...path: Path): readonly string[] {
  const value = valueIn(operation, call, ...path);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
