import { claimantOf } from '../requirements/claims.ts';
import type { Operation } from '../schemas/openapi.ts';
import { schema } from '../schemas/schema.ts';
import { isObject, type Path, pointerOf, textWith, valueAt, withoutMember, withValue } from './json-path.ts';
import { resolved, type SchemaNode } from './schema-node.ts';
import { keywordOf, type SchemaPlace, type Violation } from './violation.ts';
import { type WrongValue, wrongTypes, wrongValues } from './wrong-values.ts';

export type RequestStem = `${Operation}.request`;

/** `appended`: in a copy that was appended to an array, only faults that must be rejected are used. */
type SchemaWalk = {
  stem: RequestStem;
  body: unknown;
  appended: boolean;
  wanted: (pointer: string) => boolean;
};

const shortened = (value: unknown) => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

function violation(place: SchemaPlace, wrong: Omit<WrongValue, 'text'>, body: unknown): Violation {
  const { kind, detail, ...fault } = wrong;
  const keyword = keywordOf({ place, ...fault });
  return { kind, ...(detail === undefined ? {} : { detail }), pointer: pointerOf(place.path), keyword, body };
}

function replaced({ body, wanted }: SchemaWalk, place: SchemaPlace): Violation[] {
  if (!wanted(pointerOf(place.path))) return [];
  const valid = valueAt(body, place.path);
  const put = (value: unknown) => withValue(body, place.path, value);
  const types = wrongTypes(place.node.type, valid).map((value) =>
    violation(place, { kind: 'wrong-type', detail: shortened(value), keyword: 'type', value }, put(value)),
  );
  const values = wrongValues(place.node, valid).map(({ text, ...wrong }) => ({
    ...violation(place, wrong, put(wrong.value)),
    ...(text === undefined ? {} : { text: textWith(body, place.path, text) }),
  }));
  const absent = { kind: 'null', keyword: 'null', value: null };
  return [...types, violation(place, absent, put(null)), ...values];
}

// Other optional fields at the top level are "required: no", so their absence is valid. For nested fields, and for
// deduplicationPeriod ("see note"), the document does not say which are required.
export const isValidAbsence = ({ path, required }: Pick<SchemaPlace, 'path' | 'required'>) =>
  !required && path.length === 1 && path[0] !== 'deduplicationPeriod';

function missing({ body, wanted }: SchemaWalk, place: SchemaPlace): Violation[] {
  if (!wanted(pointerOf(place.path))) return [];
  const absentAlready = valueAt(body, place.path) === undefined;
  if (absentAlready || isValidAbsence(place)) return [];
  const without = withoutMember(body, place.path);
  return [violation(place, { kind: 'missing', keyword: 'required', value: undefined }, without)];
}

/** If a one-of is absent or has another variant, uses the documented variant instead. */
function withShownVariant(walk: SchemaWalk, place: SchemaPlace): SchemaWalk {
  const { examples, properties = {}, type } = place.node;
  const value = valueAt(walk.body, place.path);
  const shown = isObject(value) && Object.keys(properties).some((name) => name in value);
  if (type !== 'object' || shown || examples?.[0] === undefined) return walk;
  return { ...walk, body: withValue(walk.body, place.path, examples[0]) };
}

function ofMembers(walk: SchemaWalk, { path, node }: SchemaPlace): Violation[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const required = node.required?.includes(name) ?? false;
    const place: SchemaPlace = { path: [...path, name], node: resolved(property), required };
    return [
      ...missing(walk, place),
      ...replaced(walk, place),
      ...inside(withShownVariant(walk, place), place),
    ];
  });
}

function ofElements(walk: SchemaWalk, { path, node }: SchemaPlace): Violation[] {
  if (node.items === undefined) return [];
  const element = resolved(node.items);
  const value = valueAt(walk.body, path);
  const elements: unknown[] = Array.isArray(value) ? value : [];
  const count = elements.length;
  const at = (index: number, siblings: number): SchemaPlace => ({
    path: [...path, index] as Path,
    node: element,
    required: true,
    siblings,
  });
  const first = elements[0];
  const existing = [...new Set([0, 1, count - 1])].filter((index) => index >= 0 && index < count);
  const found = existing.flatMap((index) => {
    const place = at(index, count - 1);
    return [...wrongElements(walk, place), ...inside(walk, place)];
  });
  if (walk.appended) return found;
  // After the last element, for a target that checks only the first one.
  const behind = at(count, count);
  const extended = { ...walk, body: withValue(walk.body, [...path, count], first), appended: true };
  const copied = isObject(first) ? inside(extended, behind) : [];
  return [
    ...found,
    ...wrongElements(walk, behind),
    ...copied.filter((each) => claimantOf(walk.stem, each, 'rejected') !== undefined),
  ];
}

// For the schema, an empty string is an element like any other.
function wrongElements(walk: SchemaWalk, place: SchemaPlace): Violation[] {
  return replaced(walk, place).filter(({ keyword }) => keyword !== 'empty');
}

function inside(walk: SchemaWalk, place: SchemaPlace): Violation[] {
  return [...ofMembers(walk, place), ...ofElements(walk, place)];
}

/**
 * Every one-fault variation of a valid body that follows from the schema of the request. In optional arrays, the first,
 * second and last elements are varied, and one after them. `wanted` filters by pointer, because creating all variations
 * takes milliseconds.
 */
export function schemaViolations(
  stem: RequestStem,
  validBody: unknown,
  wanted: (pointer: string) => boolean,
): Violation[] {
  const node = resolved(schema(stem) as object as SchemaNode);
  return inside({ stem, body: validBody, appended: false, wanted }, { path: [], node, required: true });
}
