import { malformed, type Refusal } from '../refusal.ts';
import { isArray, isInteger, isObject, isString, type JsonType, jsonTypes } from './json-types.ts';
import type { Rule } from './rule.ts';

/** Checks a value; `undefined` means an absent member, because JSON has no such value. */
type Test = (value: unknown) => string | undefined;

/** Rejects an absent member. */
function missing(pointer: string): Rule {
  return fieldRule('missing', pointer, (value) => (value === undefined ? 'is required; give it' : undefined));
}

/** Rejects `null`. */
function isNull(pointer: string): Rule {
  return fieldRule('null', pointer, (value) => (value === null ? 'is null; give a value' : undefined));
}

/** Rejects a JSON type other than the documented one. */
function type(pointer: string, expected: JsonType): Rule {
  const { holds, noun } = jsonTypes[expected];
  return fieldRule('type', pointer, (value) =>
    value === undefined || value === null || holds(value) ? undefined : `must be ${noun}`,
  );
}

/** Makes rules that reject values of one type for which a condition is false; other types are left to `type`. */
function ruleFor<T>(concerns: (value: unknown) => value is T) {
  return (name: string, pointer: string, problem: string, holds: (value: T) => boolean): Rule =>
    fieldRule(name, pointer, (value) => (!concerns(value) || holds(value) ? undefined : problem));
}

export const stringRule = ruleFor(isString);
export const integerRule = ruleFor(isInteger);
export const arrayRule = ruleFor(isArray);
export const objectRule = ruleFor(isObject);

/** The rules of a required field. */
export function required(pointer: string, expected: JsonType): Rule[] {
  return [missing(pointer), ...optional(pointer, expected)];
}

/** The rules of an optional field, and of an array element (`*` as last step). */
export function optional(pointer: string, expected: JsonType): Rule[] {
  return [isNull(pointer), type(pointer, expected)];
}

function fieldRule(name: string, pointer: string, test: Test): Rule {
  const steps = pointer.split('/').slice(1);
  return {
    name: `${name} ${pointer === '' ? '/' : pointer}`,
    refuse: (call) => visit(call.input, steps, '', test),
  };
}

/** Applies the test to each value that the pointer matches; `*` matches each element of an array. */
function visit(node: unknown, steps: readonly string[], at: string, test: Test): Refusal | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return verdict(test(node), at, node);
  if (step === '*') {
    if (!Array.isArray(node)) return undefined;
    for (let index = 0; index < node.length; index++) {
      const refusal = visit(node[index], rest, `${at}/${index}`, test);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }
  if (!isObject(node)) return undefined;
  const member = Object.hasOwn(node, step) ? node[step] : undefined;
  if (member === undefined && rest.length > 0) return undefined;
  return visit(member, rest, `${at}/${step}`, test);
}

function verdict(problem: string | undefined, at: string, value: unknown): Refusal | undefined {
  if (problem === undefined) return undefined;
  const cause = `Invalid value for: body (${at === '' ? 'the body' : at} ${problem})`;
  return malformed(cause, { pointer: at, value, ...(at !== '' && { context: { field: at } }) });
}
