import { escapeSegment } from '../../../json/json-pointer.ts';
import { isObject, type JsonObject, jsonValue } from '../../../json/read-json.ts';
import { jsonTokens } from '../../../json/scan-json.ts';
import { decodeUtf8 } from '../../../json/utf8.ts';

/** What makes a body ambiguous; whether a target accepts it is open (rulings 12 and 14). */
export type Oddity = 'byte-order-mark' | 'invalid-utf8' | 'lone-surrogate' | 'duplicate-member';

/** A body as text: empty, not a JSON object, or an object with its oddities. */
export type BodyText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'no-object'; readonly problem: string }
  | {
      readonly kind: 'object';
      readonly value: JsonObject;
      readonly survey: JsonSurvey;
      readonly oddities: readonly Oddity[];
    };

/** The encodings that RFC 8259 no longer allows, by their byte order marks; the longer marks first. */
const otherEncodings: readonly (readonly [mark: readonly number[], decode: (bytes: Buffer) => string])[] = [
  [[0xff, 0xfe, 0, 0], (bytes) => fromUtf32(bytes, false)],
  [[0, 0, 0xfe, 0xff], (bytes) => fromUtf32(bytes, true)],
  [[0xff, 0xfe], (bytes) => bytes.toString('utf16le')],
  [
    [0xfe, 0xff],
    (bytes) =>
      Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le'),
  ],
];

function fromUtf32(bytes: Buffer, isBigEndian: boolean): string {
  const points = Array.from({ length: bytes.length >> 2 }, (_, index) =>
    isBigEndian ? bytes.readUInt32BE(index * 4) : bytes.readUInt32LE(index * 4),
  );
  return points.map((point) => (point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point))).join('');
}

/** Parses a body, and lists what a target may read in one way or another (rulings 12 and 28). */
export function readBodyText(bytes: Buffer): BodyText {
  const strict = decodeUtf8(bytes);
  const read = readText(strict ?? bytes.toString('utf8'), strict === undefined ? ['invalid-utf8'] : []);
  if (read.kind !== 'no-object') return read;
  // Without a mark, UTF-16 and UTF-32 are no JSON.
  const marked = otherEncodings.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked === undefined) return read;
  const [mark, decode] = marked;
  const wide = readText(decode(bytes.subarray(mark.length)), ['byte-order-mark']);
  return wide.kind === 'object' ? wide : read;
}

const byteOrderMark = '\ufeff';

function readText(given: string, before: readonly Oddity[]): BodyText {
  const isMarked = given.startsWith(byteOrderMark) && !before.includes('byte-order-mark');
  const text = isMarked ? given.slice(1) : given;
  const oddities = isMarked ? [...before, 'byte-order-mark' as const] : before;
  if (/^[ \t\n\r]*$/.test(text)) return { kind: 'empty' };
  const read = jsonValue(text);
  if (read === undefined) return { kind: 'no-object', problem: 'not one JSON value' };
  const { value } = read;
  if (!isObject(value)) return { kind: 'no-object', problem: 'a JSON value that is not an object' };
  const survey = surveyJson(text);
  return {
    kind: 'object',
    value,
    survey,
    oddities: [
      ...oddities,
      ...(survey.hasLoneSurrogate ? ['lone-surrogate' as const] : []),
      ...(survey.duplicates.length > 0 ? ['duplicate-member' as const] : []),
    ],
  };
}

/** What JSON.parse does not reveal about a text; places are JSON pointers. */
export interface JsonSurvey {
  /** Duplicated members. */
  readonly duplicates: readonly string[];
  /** Numbers with a point, an exponent or a minus sign before zero. */
  readonly floats: ReadonlySet<string>;
  /** Whether a string or name contains half of a surrogate pair. */
  readonly hasLoneSurrogate: boolean;
}

const float = /^-?\d.*[.eE]|^-0$/;

/** Surveys a text that JSON.parse accepts. */
export function surveyJson(text: string): JsonSurvey {
  const names = new WeakMap<object, Set<unknown>>();
  const duplicates: string[] = [];
  const floats = new Set<string>();
  let hasLoneSurrogate = false;
  for (const { token, isName, open } of jsonTokens(text)) {
    const pointer = (): string => open.map(({ step }) => `/${escapeSegment(String(step))}`).join('');
    if (token.startsWith('"')) hasLoneSurrogate ||= /\p{Surrogate}/u.test(JSON.parse(token) as string);
    else if (float.test(token)) floats.add(pointer());
    const container = isName ? open.at(-1) : undefined;
    if (container === undefined) continue;
    const before = names.get(container) ?? new Set();
    names.set(container, before);
    if (before.has(container.step)) duplicates.push(pointer());
    before.add(container.step);
  }
  return { duplicates, floats, hasLoneSurrogate };
}
