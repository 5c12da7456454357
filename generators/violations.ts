import { anyIndex } from '../json/json-pointer.ts';
import { isObject } from '../json/read-json.ts';
import { requirementFor } from '../requirements/requirement-for.ts';
import type { Operation } from '../schemas/openapi.ts';
import { schema } from '../schemas/schema.ts';
import { pointerOf, textAround, valueAt, withoutMember, withValue } from './json-path.ts';
import { lenientNames } from './leniencies/lenient-names.ts';
import type { Field } from './leniencies/lenient-texts.ts';
import { lenientValues, shortened } from './leniencies/lenient-values.ts';
import { naughtyStrings } from './naughty-strings.ts';
import { drawnIndex, isInSample, type Sampling, usualSampling } from './sampling.ts';
import { resolved, type SchemaNode } from './schema-node.ts';
import {
  elementPlace,
  formData,
  keywordOf,
  memberInTheQuery,
  memberPlaces,
  type SchemaPlace,
  twoFieldsMissing,
  type Violation,
} from './violation.ts';
import { deepValues, sampleTexts, type WrongValue, wrongTypes, wrongValues } from './wrong-values.ts';

export type RequestStem = `${Operation}.request`;

/** The whole body of a request. */
export function bodyPlace(stem: RequestStem): SchemaPlace {
  return { path: [], node: resolved(schema(stem) as object as SchemaNode), required: true };
}

/** The documented members of a request, in the order of the document. */
export function fieldsOf(stem: RequestStem): Field[] {
  return memberPlaces(bodyPlace(stem)).map(({ path, node }) => ({ name: String(path[0]), type: node.type }));
}

/** `appended`: in a copy that was appended to an array, only faults that must be rejected are used. */
type SchemaWalk = {
  stem: RequestStem;
  body: unknown;
  appended: boolean;
  wanted: (pointer: string) => boolean;
  sampling: Sampling;
  /** The patterns of all required members, in the order of the schema. */
  required: readonly string[];
};

/** A violation of a template that the usual sampling sends in one of several places. */
type Drawn = Violation & { draw?: string };

function violation(place: SchemaPlace, wrong: Omit<WrongValue, 'text'>, body: unknown): Violation {
  const { kind, detail, ...fault } = wrong;
  const keyword = keywordOf({ place, ...fault });
  return { kind, detail, pointer: pointerOf(place.path), keyword, body };
}

/** Strings that break software, where the schema has a pattern that they do not match. */
function naughtyValues(
  { pattern }: SchemaNode,
  field: { pattern: string; sampling: Sampling },
): WrongValue[] {
  if (pattern === undefined) return [];
  const allowed = new RegExp(pattern, 'u');
  const sampling = { ...field.sampling, seed: `${field.sampling.seed}${field.pattern}` };
  return naughtyStrings(sampling, (text) => !allowed.test(text)).map(({ name, value }) => ({
    kind: 'naughty-string',
    detail: name,
    keyword: 'pattern',
    value,
  }));
}

function replaced({ body, wanted, sampling }: SchemaWalk, place: SchemaPlace): Drawn[] {
  const pointer = pointerOf(place.path);
  if (!wanted(pointer)) return [];
  const valid = valueAt(body, place.path);
  const put = (value: unknown) => withValue(body, place.path, value);
  const around = textAround(body, place.path);
  const written = ({ text, ...wrong }: WrongValue) => ({
    ...violation(place, wrong, put(wrong.value)),
    text: text === undefined ? undefined : around(text),
  });
  const field = { pattern: anyIndex(pointer), sampling };
  // Values of other variants of a one-of may have any form, so there is nothing to learn from them.
  const values = lenientValues(place.node, valid, field, sampleTexts);
  const lenient = values
    .map(({ draw, ...wrong }) => ({ ...written(wrong), draw }))
    .filter(({ keyword }) => keyword !== 'variant-form');
  const known = new Set(values.map(({ value, text }) => text ?? JSON.stringify(value)));
  const types = wrongTypes(place.node.type)
    .filter((value) => !known.has(JSON.stringify(value)))
    .map((value) =>
      violation(
        place,
        { kind: 'wrong-type', detail: shortened(JSON.stringify(value)), keyword: 'type', value },
        put(value),
      ),
    );
  const absent = { kind: 'null', keyword: 'null', value: null };
  const texts = wrongValues(place.node, valid, sampling.seed).filter(
    // A sample is of characters; each length is a kind of its own.
    ({ kind, keyword, detail = '' }) =>
      kind !== 'no-ledger-string' || keyword !== 'pattern' || isInSample(sampling, pointer, detail),
  );
  const others = [...texts, ...naughtyValues(place.node, field)];
  const deep = deepValues(place.node.type).map((wrong) => ({ ...written(wrong), draw: wrong.detail }));
  return [...types, ...lenient, violation(place, absent, put(null)), ...others.map(written), ...deep];
}

// Other optional fields at the top level are "required: no", so their absence is valid. For nested fields, and for
// deduplicationPeriod ("see note"), the document does not say which are required.
export const isValidAbsence = ({ path, required }: Pick<SchemaPlace, 'path' | 'required'>) =>
  !required && path.length === 1 && path[0] !== 'deduplicationPeriod';

function missing(walk: SchemaWalk, place: SchemaPlace, siblings: readonly SchemaPlace[]): Violation[] {
  const { body, wanted } = walk;
  if (!wanted(pointerOf(place.path))) return [];
  const absentAlready = valueAt(body, place.path) === undefined;
  if (absentAlready || isValidAbsence(place)) return [];
  const without = withoutMember(body, place.path);
  return [
    violation(place, { kind: 'missing', keyword: 'required', value: undefined }, without),
    ...(place.required
      ? [...twoMissing(walk, place, siblings), ...renamed(walk, place), ...inTheQuery(walk, place)]
      : []),
  ];
}

/** A longer target than this and a path is open (ruling 23). */
const longestQuery = 1_800;

/** The required member is in the query instead, which is no part of the body. */
function inTheQuery({ body, sampling }: SchemaWalk, place: SchemaPlace): Violation[] {
  const [name = '', ...inner] = place.path;
  const query = formData(String(name), valueAt(body, place.path));
  const isWanted = isInSample(sampling, memberInTheQuery, String(name));
  if (inner.length > 0 || query.length > longestQuery || !isWanted) return [];
  const wrong = { kind: memberInTheQuery, keyword: 'required', value: undefined };
  return [{ ...violation(place, wrong, withoutMember(body, place.path)), query }];
}

/** The required member is missing, and so is another one in front of it, or one behind it is null: as wrong as each alone (ruling 43). */
function twoMissing({ body }: SchemaWalk, place: SchemaPlace, siblings: readonly SchemaPlace[]): Violation[] {
  const at = siblings.indexOf(place);
  return siblings.flatMap((other, index) => {
    if (!other.required || index === at) return [];
    const isNull = index > at;
    const without = isNull ? withValue(body, other.path, null) : withoutMember(body, other.path);
    const detail = `${String(other.path.at(-1))} ${isNull ? 'null' : 'missing'}`;
    const wrong = { kind: twoFieldsMissing, detail, keyword: 'required', value: undefined };
    return violation(place, wrong, withoutMember(without, place.path));
  });
}

/** The member and the next one have other types, so that there is more than one problem to tell of (ruling 43). */
function twoMistyped(walk: SchemaWalk, place: SchemaPlace, siblings: readonly SchemaPlace[]): Violation[] {
  const next = siblings[siblings.indexOf(place) + 1];
  if (next === undefined || !walk.wanted(pointerOf(place.path))) return [];
  const [value, other] = [place, next].map(({ node }) => wrongTypes(node.type).at(-1));
  const wrong = { kind: 'two-wrong-types', detail: String(next.path.at(-1)), keyword: 'type', value };
  const both = withValue(withValue(walk.body, next.path, other), place.path, value);
  return [violation(place, wrong, both)].filter(({ keyword }) => keyword === 'type');
}

/** The required member under a name that common software takes for its own (ruling 29). */
function renamed({ body, sampling, required }: SchemaWalk, place: SchemaPlace): Violation[] {
  const parent = place.path.slice(0, -1);
  const name = String(place.path.at(-1));
  const members = Object.entries(valueAt(body, parent) as object);
  const ordinal = required.indexOf(anyIndex(pointerOf(place.path)));
  return lenientNames(name, ordinal, sampling).map((other) => {
    const others = members.map(([each, value]) =>
      each === name ? [other.name, other.holds ? { [name]: value } : value] : [each, value],
    );
    const wrong = {
      kind: other.kind,
      detail: JSON.stringify(other.name),
      keyword: 'required',
      value: undefined,
    };
    return violation(place, wrong, withValue(body, parent, Object.fromEntries(others)));
  });
}

/** If a one-of is absent or has another variant, uses the documented variant instead. */
function withShownVariant(walk: SchemaWalk, place: SchemaPlace): SchemaWalk {
  const { examples, properties = {}, type } = place.node;
  const value = valueAt(walk.body, place.path);
  const shown = isObject(value) && Object.keys(properties).some((name) => name in value);
  if (type !== 'object' || shown || examples?.[0] === undefined) return walk;
  return { ...walk, body: withValue(walk.body, place.path, examples[0]) };
}

function ofMembers(walk: SchemaWalk, parent: SchemaPlace): Drawn[] {
  return memberPlaces(parent).flatMap((place, _, siblings) => [
    ...missing(walk, place, siblings),
    ...replaced(walk, place),
    ...twoMistyped(walk, place, siblings),
    ...inside(withShownVariant(walk, place), place),
  ]);
}

function ofElements(walk: SchemaWalk, array: SchemaPlace): Drawn[] {
  const { path } = array;
  const value = valueAt(walk.body, path);
  const elements: unknown[] = Array.isArray(value) ? value : [];
  const count = elements.length;
  const behind = elementPlace(array, count);
  if (behind === undefined) return [];
  const at = (index: number): SchemaPlace => ({ ...behind, path: [...path, index] });
  const first = elements[0];
  const existing = [...new Set([0, 1, count - 1])].filter((index) => index >= 0 && index < count);
  const found = existing.flatMap((index) => {
    const place = at(index);
    return [...wrongElements(walk, place), ...inside(walk, place)];
  });
  if (walk.appended) return found;
  // After the last element, for a target that checks only the first one.
  const extended = { ...walk, body: withValue(walk.body, [...path, count], first), appended: true };
  const alone = { ...walk, body: withValue(walk.body, path, [first]) };
  const copied = isObject(first) ? inside(extended, behind) : [];
  const added = [
    ...wrongElements(walk, behind),
    ...(count === 1 ? ofOtherTypes(extended, at(0), 'in front of a valid element') : []),
    ...(count > 1 ? ofOtherTypes(alone, at(0), 'alone') : []),
    ...copied.filter((each) => requirementFor(walk.stem, each, 'rejected') !== undefined),
  ];
  // A further element may be one too many, as a second party is, and would hide that its form is accepted.
  const isDrawn = ({ draw }: Drawn): boolean => draw !== undefined && walk.sampling.amount !== 'all';
  return [...found, ...(count === 0 ? added : added.filter((each) => !isDrawn(each)))];
}

/** Elements of another type in front of a valid one, where some readers lose their place and read on, or alone, where a list without them is empty. */
function ofOtherTypes(walk: SchemaWalk, place: SchemaPlace, where: string): Drawn[] {
  return wrongElements(walk, place)
    .filter(({ kind }) => kind === 'wrong-type' || kind === 'null')
    .filter((each) => requirementFor(walk.stem, each, 'rejected') !== undefined)
    .map((each) => ({
      ...each,
      kind: 'wrong-type',
      detail: `${each.detail ?? 'null'} ${where}`,
    }));
}

// For the schema, an empty string is an element like any other.
function wrongElements(walk: SchemaWalk, place: SchemaPlace): Drawn[] {
  return replaced(walk, place).filter(({ keyword }) => keyword !== 'empty');
}

function inside(walk: SchemaWalk, place: SchemaPlace): Drawn[] {
  return [...ofMembers(walk, place), ...ofElements(walk, place)];
}

function requiredIn(place: SchemaPlace): string[] {
  const element = elementPlace(place, 0);
  return [
    ...memberPlaces(place).flatMap((member) => [
      ...(member.required ? [anyIndex(pointerOf(member.path))] : []),
      ...requiredIn(member),
    ]),
    ...(element === undefined ? [] : requiredIn(element)),
  ];
}

/** One place for each drawn template of a field, unless all are wanted. */
function onePlaceEach(all: readonly Drawn[], sampling: Sampling): Violation[] {
  const groupOf = ({ draw, pointer }: Drawn): string => `${draw} ${anyIndex(pointer)}`;
  const places = new Map<string, string[]>();
  for (const each of all)
    if (each.draw !== undefined)
      places.set(groupOf(each), [...(places.get(groupOf(each)) ?? []), each.pointer]);
  const kept = new Map(
    [...places].map(([group, pointers]) => {
      const which = pointers.length === 1 ? 0 : drawnIndex(sampling, pointers.length, group);
      return [group, pointers[which]];
    }),
  );
  return all
    .filter(
      (each) =>
        each.draw === undefined || sampling.amount === 'all' || kept.get(groupOf(each)) === each.pointer,
    )
    .map(({ draw: _, ...rest }) => rest);
}

/**
 * Every one-fault variation of a valid body that follows from the schema of the request and the catalogue of leniencies.
 * In optional arrays, the first, second and last elements are varied, and one after them. `wanted` filters by pointer,
 * because creating all variations takes milliseconds.
 */
export function schemaViolations(
  stem: RequestStem,
  validBody: unknown,
  wanted: (pointer: string) => boolean,
  sampling: Sampling = usualSampling,
): Violation[] {
  const whole = bodyPlace(stem);
  const walk = { stem, body: validBody, appended: false, wanted, sampling, required: requiredIn(whole) };
  return onePlaceEach(inside(walk, whole), sampling);
}
