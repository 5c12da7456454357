import { type Path, pointerOf } from './json-path.ts';
import type { SchemaNode } from './schema-node.ts';

/** One fault in an otherwise valid request body. */
export type Violation = {
  /** Unique among the violations of a body, such as `publicKey.keyData missing`. */
  name: string;
  /** JSON Pointer to the fault. */
  pointer: string;
  /** What is broken: the schema keyword, or a word for what a schema cannot express. */
  keyword: string;
  /** Whether the document requires it to be rejected or leaves it open (rulings 12 and 14). */
  verdict: 'refuse' | 'open';
  /** A new value; the valid body is never changed. */
  body: unknown;
  /** The JSON text to send, if it differs from JSON.stringify(body). */
  text?: string;
};

/** A place in a body that the schema describes. */
export type Place = {
  path: Path;
  node: SchemaNode;
  required: boolean;
  /** The number of other elements in the array of this place; absent if it is not an element. */
  siblings?: number;
};

export type Fault = { place: Place; keyword: string; value: unknown };

const inTheOneOf = /^\/(deduplicationPeriod|minLedgerTime)\//;
const inAnySignature = /^\/partySignatures\//;
const looksLikeANumber = /^[\s\d.]*$/;

/**
 * The fields of a one-of: only letters, fractions and other types for `seconds` and `nanos` are invalid, because other
 * variants are not shown and may have any form.
 */
function isOpenInTheOneOf({ place, keyword, value }: Fault): boolean {
  if (keyword !== 'type' || place.node.type !== 'integer') return true;
  return typeof value === 'string' && looksLikeANumber.test(value);
}

/** What rulings 12 and 14 say about a fault. */
export function verdictOn(fault: Fault): Violation['verdict'] {
  const { place, keyword } = fault;
  const pointer = pointerOf(place.path);
  const nothingElse = place.siblings === 0 || !inAnySignature.test(pointer);
  const isOpen =
    keyword === 'empty' ||
    keyword === 'integral-float' ||
    (keyword === 'null' && (place.siblings === undefined ? !place.required : !nothingElse)) ||
    (keyword === 'required' && !place.required) ||
    (inTheOneOf.test(pointer) && isOpenInTheOneOf(fault));
  return isOpen ? 'open' : 'refuse';
}
