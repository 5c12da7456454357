import { pointerOf, valueAt } from '../../generators/json-path.ts';
import type { SchemaNode } from '../../generators/schema-node.ts';
import { elementPlace, keywordOf, memberPlaces, type SchemaPlace } from '../../generators/violation.ts';
import { bodyPlace, isValidAbsence, type RequestStem } from '../../generators/violations.ts';
import { segments } from '../../json/json-pointer.ts';
import { isObject, type JsonObject } from '../../json/read-json.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { ambiguousFaults } from '../answers/invalid-input.ts';
import { assignedFault, type RecordedFault } from './fault.ts';
import { type BodyText, type JsonSurvey, readBodyText } from './reading/body-text.ts';
import { recordedOf } from './recorded-operations.ts';

/**
 * Faults and open points of a body, by its bytes and the schema of the request (rulings 12 and 14), and whether the bytes have
 * exactly one meaning.
 */
export function readRequest(
  operation: Operation,
  bytes: Buffer,
): { readonly faults: readonly RecordedFault[]; readonly text: BodyText; readonly isUnambiguous: boolean } {
  const stem: RequestStem = `${operation}.request`;
  const text = readBodyText(bytes);
  if (text.kind === 'empty') {
    return { text, isUnambiguous: false, faults: assignedFault(stem, '', 'empty-body') };
  }
  if (text.kind === 'no-object') {
    return { text, isUnambiguous: false, faults: assignedFault(stem, '', 'json', text.problem) };
  }
  const odd = text.oddities.flatMap((oddity) => assignedFault(stem, '', oddity));
  const broken = schemaFaults(stem, text.value, text.survey.floats).filter((each) => isCertain(each, text));
  const { faultsBesideSchema } = recordedOf(operation);
  return {
    text,
    isUnambiguous: !text.oddities.some((oddity) => ambiguousFaults.includes(oddity)),
    faults: [
      ...odd,
      ...broken.flatMap(({ pointer, keyword }) => assignedFault(stem, pointer, keyword)),
      ...(faultsBesideSchema?.(text.value, (pointer) => isTwice(pointer, text)) ?? []),
    ],
  };
}

type ObjectText = Extract<BodyText, { kind: 'object' }>;

/** A value is uncertain if its member is duplicated, or if a target may decode its characters differently. */
function isCertain({ pointer, value }: SchemaFault, text: ObjectText): boolean {
  if (isTwice(pointer, text)) return false;
  const mayChange = text.oddities.some((oddity) => oddity === 'invalid-utf8' || oddity === 'lone-surrogate');
  return !(mayChange && typeof value === 'string' && /[\ufffd\p{Surrogate}]/u.test(value));
}

/** Whether the place, or one above or below it, is a duplicated member. */
function isTwice(pointer: string, { survey }: ObjectText): boolean {
  const place = segments(pointer);
  return survey.duplicates.some((duplicate) =>
    segments(duplicate).every((part, index) => index >= place.length || place[index] === part),
  );
}

/** One violation of the schema by a body, with the keyword that requirements claim. */
interface SchemaFault {
  readonly pointer: string;
  readonly keyword: string;
  readonly value: unknown;
}

/**
 * Every violation of an operation's request schema by a body, in the order of the document.
 * @param floats pointers of numbers that are not written as integers; the nearest double decides what is one (ruling 30)
 */
function schemaFaults(stem: RequestStem, body: unknown, floats: JsonSurvey['floats']): SchemaFault[] {
  return faultsAt(bodyPlace(stem), body, floats);
}

function faultsAt(place: SchemaPlace, value: unknown, floats: JsonSurvey['floats']): SchemaFault[] {
  const { node, path } = place;
  const pointer = pointerOf(path);
  const own = (keyword: string): SchemaFault => ({
    pointer,
    keyword: keywordOf({ place, keyword, value }),
    value,
  });
  if (value === undefined) return isValidAbsence(place) ? [] : [own('required')];
  if (value === null) return [own('null')];
  if (!hasType(node, value)) return [own('type')];
  const keyword = wrongValue(place, value, floats.has(pointer));
  const found = keyword === undefined ? [] : [own(keyword)];
  if (Array.isArray(value)) return [...found, ...elementFaults(place, value, floats)];
  return isObject(value) ? [...found, ...memberFaults(place, value, floats)] : found;
}

function hasType({ type }: SchemaNode, value: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      // Beyond the range of a double, no number has a fraction that one could hold (rulings 30 and 45).
      return Number.isInteger(value) || value === Infinity || value === -Infinity;
    default:
      return typeof value === type;
  }
}

/** The keyword that a value of the right type violates; undefined if none. */
function wrongValue({ node, path }: SchemaPlace, value: unknown, isFloat: boolean): string | undefined {
  if (typeof value === 'string') return wrongText(node, value, typeof path.at(-1) === 'number');
  if (Array.isArray(value)) return value.length < (node.minItems ?? 0) ? 'minItems' : undefined;
  if (typeof value !== 'number') return undefined;
  if (value < (node.minimum ?? -Number.MAX_VALUE)) return 'minimum';
  if (value > (node.maximum ?? Number.MAX_VALUE)) return 'maximum';
  return isFloat ? 'integral-float' : undefined;
}

function wrongText(node: SchemaNode, text: string, isElement: boolean): string | undefined {
  if (node.enum !== undefined) return node.enum.includes(text) ? undefined : 'enum';
  if (text === '') return node.minLength !== undefined ? 'minLength' : isElement ? undefined : 'empty';
  if (node.maxLength !== undefined && [...text].length > node.maxLength) return 'maxLength';
  return node.pattern !== undefined && !new RegExp(node.pattern, 'u').test(text) ? 'pattern' : undefined;
}

function elementFaults(
  place: SchemaPlace,
  elements: readonly unknown[],
  floats: JsonSurvey['floats'],
): SchemaFault[] {
  return elements.flatMap((value, index) => {
    const element = elementPlace(place, index);
    return element === undefined ? [] : faultsAt(element, value, floats);
  });
}

function memberFaults(place: SchemaPlace, members: JsonObject, floats: JsonSurvey['floats']): SchemaFault[] {
  const { path, node } = place;
  const { properties } = node;
  if (properties === undefined) return [];
  const unknown = Object.keys(members).filter((name) => !Object.hasOwn(properties, name));
  return [
    ...memberPlaces(place).flatMap((member) =>
      faultsAt(member, valueAt(members, member.path.slice(-1)), floats),
    ),
    ...unknown.map((name) => ({
      pointer: pointerOf([...path, name]),
      keyword: 'unknown-member',
      value: members[name],
    })),
  ];
}
