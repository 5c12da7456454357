import { type Path, pointerOf } from './json-path.ts';
import { resolved, type SchemaNode } from './schema-node.ts';

/** One fault in an otherwise valid request body; pointer, kind and detail together are unique among those of a body. */
export type Violation = {
  kind: string;
  /** Which one of its kind, such as the JSON text of the value. */
  detail?: string;
  /** JSON Pointer to the place of the fault. */
  pointer: string;
  /** The violated schema keyword, or a word for what a schema cannot say. Requirements claim it with the pointer. */
  keyword: string;
  /** A new value; the valid body is not modified. */
  body: unknown;
  /** The JSON text to send, if it differs from JSON.stringify(body). */
  text?: string;
  /** The query to send; none by default. */
  query?: string;
};

/** The kind of the requests that lack a required member and have another one that is missing or null. */
export const twoFieldsMissing = 'two-fields-missing';

/** The kind of the requests that lack a required member in the body and have it in the query. */
export const memberInTheQuery = 'member-in-the-query';

/** The context of requests with a wrong credential and another mistake. */
export const otherMistake = 'and-another-mistake';

/** A place in a body that the schema describes. */
export type SchemaPlace = {
  path: Path;
  node: SchemaNode;
  required: boolean;
};

/** The places of the members that the schema describes, in its order. */
export function memberPlaces({ path, node }: Pick<SchemaPlace, 'path' | 'node'>): SchemaPlace[] {
  return Object.entries(node.properties ?? {}).map(([name, property]) => ({
    path: [...path, name],
    node: resolved(property),
    required: node.required?.includes(name) ?? false,
  }));
}

/** The place of an element of an array; undefined if the schema describes none. */
export function elementPlace({ path, node }: SchemaPlace, index: number): SchemaPlace | undefined {
  return node.items === undefined
    ? undefined
    : { path: [...path, index], node: resolved(node.items), required: true };
}

/** A broken schema keyword at a place. */
export type BrokenKeyword = { place: SchemaPlace; keyword: string; value: unknown };

const inTheOneOf = /^\/(deduplicationPeriod|minLedgerTime)\//;
const partsOfNumbers = /^[\s\p{Nd}.+-]*$/u;

function looksLikeANumber(text: string): boolean {
  return partsOfNumbers.test(text) && /\p{Nd}/u.test(text);
}

/** Inside a one-of, other variants may have any form; only numbers and digits in a string are distinguished. */
function keywordInTheOneOf({ place, keyword, value }: BrokenKeyword): string {
  if (keyword === 'integral-float') return keyword;
  if (keyword !== 'type' || place.node.type !== 'integer') return 'variant-form';
  return typeof value === 'string' && looksLikeANumber(value) ? 'digits' : keyword;
}

/** The keyword of a fault, or a special word where rulings 12 and 14 distinguish more than the schema. */
export function keywordOf(fault: BrokenKeyword): string {
  const { place, keyword } = fault;
  if (inTheOneOf.test(pointerOf(place.path))) return keywordInTheOneOf(fault);
  if (keyword === 'null' && !place.required) return 'optional-null';
  return keyword === 'required' && !place.required ? 'absent' : keyword;
}

/** A value as form data; the names of nested ones are in brackets, as readers of forms have them. */
export function formData(name: string, value: unknown): string {
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([inner, each]) => formData(`${name}[${inner}]`, each))
        .join('&')
    : `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
}
