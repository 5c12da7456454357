import type { Draft } from '../../answer.ts';
import type { Call } from '../../call.ts';
import { isObject } from '../../rules/json-types.ts';

export function success(value: object): Draft {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, content: { kind: 'json', value } };
}

/** The body of a call as an object; empty if it is not an object, because every field has a default. */
export function bodyOf(call: Call): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(call.body.toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
