import { type JsonType, resolved, type SchemaNode } from '../../generators/schema-node.ts';
import { segments } from '../../json/json-pointer.ts';
import { isObject } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operations } from '../../schemas/openapi.ts';
import { schema } from '../../schemas/schema.ts';
import { jsonError } from './json-error.ts';

/**
 * What is wrong with a request body, by its bytes: the first error of its JSON, or what stands at the place that the
 * judges name. Computed the same way for the requests of the probe and of a run, however they were made.
 */
export function requestKind(operation: Operation, body: Buffer, pointer: string): string {
  const error = jsonError(body);
  if (error !== undefined) return `json ${error}`;
  const root: unknown = JSON.parse(body.toString('utf8'));
  if (!isObject(root)) return `not an object: ${valueKind(root)}`;
  const path = segments(pointer);
  const parent = path.slice(0, -1).reduce<unknown>(memberOf, root);
  const name = path.at(-1) ?? '';
  const value = memberOf(parent, name);
  if (value !== undefined) return valueKind(value, typeAt(operation, path));
  return isObject(parent) ? likeName(Object.keys(parent), name) : 'absent';
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The type that the schema of a request has at a place; undefined where it says nothing. */
function typeAt(operation: Operation, path: readonly string[]): JsonType | undefined {
  if (operations[operation].method === 'GET') return undefined;
  let node: SchemaNode | undefined = resolved(
    schema(`${operation}.request` as never) as object as SchemaNode,
  );
  for (const step of path) {
    const next: SchemaNode | undefined = node?.items ?? node?.properties?.[step];
    node = next === undefined ? undefined : resolved(next);
  }
  return node?.type;
}

/** What a value is, as finely as it matters for a field of this type: of numbers and booleans the text counts. */
function valueKind(value: unknown, type?: JsonType): string {
  const isScalar = type === 'integer' || type === 'boolean';
  if (value === null) return 'null';
  if (typeof value === 'string')
    return isScalar || type === 'string' ? `string ${textKind(value)}` : 'string';
  if (typeof value === 'number' && !isScalar) return 'number';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return value.length === 1 ? 'array of one' : 'array';
  return Object.keys(value as object).length === 0 ? 'empty object' : 'object';
}

function textKind(text: string): string {
  if (text === '') return 'empty';
  if (text.trim() === '') return 'blank';
  if (/^\s*[-+]?\d+\s*$/.test(text)) return 'of digits';
  if (!Number.isNaN(Number(text))) return 'of a number';
  if (/^(true|false|yes|no|on|off|t|f|y|n)$/i.test(text)) return 'of a boolean';
  if (/^[[{"]/.test(text) && jsonError(Buffer.from(text)) === undefined) return 'of JSON';
  return text.trim() === text ? 'other' : 'with blanks around';
}

/** Whether a missing member is there under another name, and how that differs. */
function likeName(names: readonly string[], wanted: string): string {
  if (names.some((name) => name.trim() === wanted)) return 'with blanks around its name';
  if (names.some((name) => name.toLowerCase() === wanted.toLowerCase() && /^[\0-\x7f]*$/.test(name)))
    return 'in other case';
  const plain = (name: string): string =>
    name.normalize('NFKD').replace(/[_-]/g, '').toLowerCase().replaceAll('ſ', 's');
  if (names.some((name) => plain(name) === wanted.toLowerCase()))
    return names.some((name) => /[_-]/.test(name)) ? 'in another style' : 'in folded characters';
  return 'absent';
}
