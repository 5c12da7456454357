import { type Path, pathsIn, pointerOf, textAround, valueAt } from '../json-path.ts';
import type { RawBody } from '../raw-body.ts';
import { drawnIndex, isInSample, type Sampling } from '../sampling.ts';
import type { JsonType } from '../schema-node.ts';
import { lenienciesOf } from './catalogue.ts';
import type { Leniency } from './leniency.ts';
import { filled, type Parts, shown } from './template.ts';

/** A valid body as text and value. */
interface ValidText {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The documented members with their types, in the order of the document; absent if no schema is known. */
  readonly fields?: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly type: JsonType;
}

/** What software that takes an array for the object may expect where an optional member is absent. */
const neutral: Readonly<Record<JsonType, unknown>> = {
  string: '',
  integer: 0,
  boolean: false,
  array: [],
  object: null,
};

/** The values in the order of the document, which is how software that takes an array for the object reads them. */
function memberValues({ value, fields }: ValidText, absent?: (field: Field) => unknown): string {
  const known = fields ?? Object.keys(value).map((name) => ({ name, type: 'object' as const }));
  const values = known.flatMap((field) => {
    if (Object.hasOwn(value, field.name)) return [value[field.name]];
    return absent === undefined ? [] : [absent(field)];
  });
  return JSON.stringify(values).slice(1, -1);
}

/** The parts of the templates of `json-text` that are whole bodies. */
function bodyParts(valid: ValidText): Parts {
  const { text } = valid;
  const afterBrace = text.slice(1).trimStart();
  const name = /^"([^"]*)"/.exec(afterBrace)?.[1] ?? '';
  const afterName = afterBrace.slice(name.length + 2);
  return {
    text,
    string: JSON.stringify(text),
    members: text.slice(1, -1),
    name,
    afterName,
    afterColon: afterName.slice(afterName.indexOf(':') + 1),
    memberValues: memberValues(valid),
    memberValuesOrNull: memberValues(valid, () => null),
    memberValuesOrNeutral: memberValues(valid, ({ type }) => neutral[type]),
  };
}

/** The text in UTF-32. */
export function inUtf32(text: string, isBigEndian: boolean): Buffer {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  for (const [index, point] of points.entries())
    isBigEndian ? bytes.writeUInt32BE(point, index * 4) : bytes.writeUInt32LE(point, index * 4);
  return bytes;
}

function encoded(text: string, encoding: Leniency['encoding']): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return inUtf32(text, encoding === 'utf-32be');
  return encoding === 'bytes' ? Buffer.from(text, 'latin1') : Buffer.from(text);
}

/** The parts as characters that each stand for one byte of their UTF-8. */
function asBytes(parts: Parts): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, Buffer.from(part ?? '').toString('latin1')]),
  );
}

/** A body in which a text stands for a value, and a description of the place. */
type Placed = readonly [body: string, place: string];

const unknownPlaces: readonly ((members: string, value: string) => Placed)[] = [
  (members, value) => [`{${members},"extra":${value}}`, `…,"extra":${value}}`],
  (members, value) => [`{"extra":[1,${value}],${members}}`, `"extra":[1,${value}]`],
  (members, value) => [`{"extra":{"extra":${value}},${members}}`, `"extra":{"extra":${value}}`],
  (members, value) => [`{"extra":[{"extra":[1,${value}]}],${members}}`, `"extra":[{"extra":[1,${value}]}]`],
];

function asMember(members: string, value: string): Placed {
  return [`{"extra":${value},${members}}`, `"extra":${value}`];
}

function asField({ value }: ValidText, path: Path, text: string): Placed {
  return [textAround(value, path)(text), `${pointerOf(path)} as ${text}`];
}

/** The value of an unknown member always, and another place: an unknown value or a documented field, in turn. */
function placesOf(valid: ValidText, value: string, turn: number, sampling: Sampling): Placed[] {
  const members = valid.text.slice(1, -1);
  // An array with nothing in place of its only element is empty.
  const paths = pathsIn(valid.value).filter((path) => value !== '' || typeof path.at(-1) === 'string');
  const member = asMember(members, value);
  if (sampling.amount === 'all')
    return [
      member,
      ...unknownPlaces.map((place) => place(members, value)),
      ...paths.map((path) => asField(valid, path, value)),
    ];
  const path = paths[drawnIndex(sampling, paths.length, 'field', value)] ?? [];
  const place = unknownPlaces[drawnIndex(sampling, unknownPlaces.length, 'unknown', value)] ?? asMember;
  return [member, turn % 2 === 0 ? asField(valid, path, value) : place(members, value)];
}

function atValues(valid: ValidText, { id, templates }: Leniency, sampling: Sampling): RawBody[] {
  return templates.flatMap((template, index) =>
    placesOf(valid, template, index, sampling)
      .filter(([, place]) => isInSample(sampling, id, place))
      .map(([body, place]) => ({
        kind: id,
        detail: shown(place, { none: undefined }),
        keyword: 'json' as const,
        bytes: Buffer.from(body),
      })),
  );
}

function wholeBodies(valid: ValidText, { id, templates, encoding }: Leniency, sampling: Sampling): RawBody[] {
  const plain = bodyParts(valid);
  const parts = encoding === 'bytes' ? asBytes(plain) : plain;
  return templates.flatMap((template) => {
    const body = filled(template, parts);
    if (body === undefined || !isInSample(sampling, id, template)) return [];
    return [
      { kind: id, detail: shown(template, parts), keyword: 'json' as const, bytes: encoded(body, encoding) },
    ];
  });
}

/** One template in each string of the body, in turn; all templates in all of them in a soak. */
function atStrings(valid: ValidText, { id, templates }: Leniency, sampling: Sampling): RawBody[] {
  const strings = pathsIn(valid.value).flatMap((path) => {
    const value = valueAt(valid.value, path);
    return typeof value === 'string' && value !== '' ? [{ path, value }] : [];
  });
  return strings.flatMap(({ path, value }, at) => {
    // Base64 is often read in groups of four characters, and other text skipped between them only.
    const half = (value.length >> 3) << 2;
    const inner = (part: string): string => JSON.stringify(part).slice(1, -1);
    const parts = { head: inner(value.slice(0, half)), tail: inner(value.slice(half)) };
    const turn = at + drawnIndex(sampling, templates.length, id);
    const some = sampling.amount === 'all' ? templates : [templates[turn % templates.length] ?? ''];
    return some
      .filter((template) => isInSample(sampling, id, pointerOf(path), template))
      .map((template) => ({
        kind: id,
        detail: `${pointerOf(path)} as ${shown(template, parts)}`,
        keyword: 'json' as const,
        bytes: Buffer.from(textAround(valid.value, path)(filled(template, parts) ?? '')),
      }));
  });
}

/** Bodies that are not JSON, or not an object, but that common software accepts (rulings 12, 28 and 30). */
export function lenientTexts(valid: ValidText, sampling: Sampling): RawBody[] {
  const makers = { body: wholeBodies, value: atValues, string: atStrings };
  return lenienciesOf('json-text').flatMap((leniency) =>
    makers[leniency.at ?? 'body'](valid, leniency, sampling),
  );
}
