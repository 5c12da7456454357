import fc, { type Arbitrary } from 'fast-check';
import { isObject, jsonValue } from '../json/read-json.ts';
import { testSuiteBodies } from './json-test-suite.ts';
import { type Field, inUtf32, lenientTexts } from './leniencies/lenient-texts.ts';
import { malformedMembers } from './malformed-members.ts';
import { type BodyKeyword, bodiesOf, bodyKeywords, type RawBody } from './raw-body.ts';
import { type Sampling, usualSampling } from './sampling.ts';

function textOf(valid: Buffer): string {
  const text = valid.toString('utf8').trim();
  if (!/^\{\s*"/.test(text)) {
    throw new Error(
      'A malformed body is made from a valid one; give the bytes of a JSON object with members.',
    );
  }
  return text;
}

function truncated(text: string): Record<string, string> {
  const cut = (part: number) => text.slice(0, Math.max(1, Math.floor(text.length * part)));
  return {
    'cut-behind-the-first-brace': text.slice(0, 1),
    'cut-after-a-quarter': cut(0.25),
    'cut-in-the-middle': cut(0.5),
    'cut-after-three-quarters': cut(0.75),
    'last-brace-missing': text.slice(0, -1),
    'first-brace-missing': text.slice(1),
    // A recursive parser runs out of stack, which is another exception than that of a syntax error.
    'brackets-opened-5000-times': '['.repeat(5_000),
  };
}

function withMember(text: string, member: string): string {
  return `{${member},${text.slice(1)}`;
}

/** A letter as a JSON escape (RFC 8259 §7). A digit proves less, because it also ends its own escape. */
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
const inCapitals = (letter: string): string => escaped(letter).toUpperCase().replace('U', 'u');

/** Drops texts that are the same as the original. */
function sameValue(text: string): Record<string, string> {
  const texts: Record<string, string> = {
    'spaces-and-a-line-feed-behind': `${text}  \n`,
    'line-feeds-and-spaces-in-front': `\r\n\t ${text}`,
    'indented-over-several-lines': JSON.stringify(JSON.parse(text), null, '\t ').replace('\n', '\r\n'),
    'member-names-with-escapes': text.replace(
      /"([^"\\])((?:[^"\\]|\\.)*"\s*:)/g,
      (_, first: string, rest: string) => `"${escaped(first)}${rest}`,
    ),
    // As writers of .NET have them.
    'escapes-in-capitals': text.replace(/("(?:[^"\\]|\\.)*")(\s*:)?/g, (whole, _, colon) =>
      colon === undefined ? whole.replace(/(?<!\\)[+/=jklmnozJKLMNOZ]/g, inCapitals) : whole,
    ),
    'escape-in-every-value': text.replace(
      /:\s*"([^"\\A-Za-z]*)([A-Za-z])/g,
      (_, before: string, letter: string) => `:"${before}${escaped(letter)}`,
    ),
    'escaped-solidi': text.replaceAll('/', '\\/'),
    'blanks-between-empty-brackets': text.replace(
      /(?<=[:,[])(\{\}|\[\])/g,
      ([opened = '', closed = '']) => `${opened} ${closed}`,
    ),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, written]) => written !== text));
}

function oddMembers(text: string): RawBody[] {
  const value: Record<string, unknown> = JSON.parse(text);
  const [firstName = '', firstValue] = Object.entries(value)[0] ?? [];
  const firstMember = `${JSON.stringify(firstName)}:${JSON.stringify(firstValue)}`;
  const depth = 500;
  const unknown = {
    'unknown-member': withMember(text, '"extra":"value"'),
    'empty-member-name': withMember(text, '"":1'),
    'member-named-proto': withMember(text, '"__proto__":{"extra":1}'),
  };
  const surrogates = {
    'lone-high-surrogate-as-an-escape': withMember(text, '"extra":"\\ud800"'),
    'lone-low-surrogate-as-an-escape': withMember(text, '"extra":"\\udc00"'),
  };
  const nested = `"extra":${'['.repeat(depth)}${']'.repeat(depth)}`;
  return [
    ...bodiesOf('unknown-member', unknown),
    ...bodiesOf('duplicate-member', { 'first-member-twice': withMember(text, firstMember) }),
    ...bodiesOf('lone-surrogate', surrogates),
    ...bodiesOf('unknown-member', {
      'deeply-nested-member': withMember(text, nested),
      'number-beyond-double-precision': withMember(text, '"extra":1e400'),
    }),
  ];
}

/**
 * The object in encodings other than plain UTF-8. RFC 8259 §8.1 requires UTF-8 without a byte order mark, but allows a
 * reader to ignore the mark; some parsers also recognise UTF-16 and UTF-32. Rulings 12 and 28 leave marks, and invalid
 * UTF-8 inside strings, open.
 */
function encodingCases(text: string): RawBody[] {
  const mark = '\ufeff';
  const bigEndian = Buffer.from(`${mark}${text}`, 'utf16le').swap16();
  const beforeByte = Buffer.from('{"extra":"');
  const afterByte = Buffer.from(`",${text.slice(1)}`);
  const withBytes = (...bytes: number[]) => Buffer.concat([beforeByte, Buffer.from(bytes), afterByte]);
  return [
    ...bodiesOf('byte-order-mark', { 'byte-order-mark': Buffer.from(`${mark}${text}`) }),
    ...bodiesOf('utf-16', {
      'utf-16-little-endian-with-a-mark': Buffer.from(`${mark}${text}`, 'utf16le'),
      'utf-16-big-endian-with-a-mark': bigEndian,
      'utf-32-little-endian-with-a-mark': inUtf32(`${mark}${text}`, false),
      'utf-32-big-endian-with-a-mark': inUtf32(`${mark}${text}`, true),
    }),
    ...bodiesOf('invalid-utf8', {
      'invalid-byte-inside-a-string': withBytes(0xff),
      'overlong-sequence-inside-a-string': withBytes(0xc0, 0xaf),
      'surrogate-in-utf-8-inside-a-string': withBytes(0xed, 0xa0, 0x80),
      'cut-sequence-inside-a-string': withBytes(0xe2, 0x82),
    }),
  ];
}

interface Wanted {
  readonly sampling: Sampling;
  readonly keywords: readonly BodyKeyword[];
  readonly fields: readonly Field[] | undefined;
}

/** What is made of a text, by the keywords that it can have. */
const groups: readonly (readonly [
  keywords: readonly BodyKeyword[],
  make: (text: string, wanted: Wanted) => RawBody[],
])[] = [
  [
    ['empty-body'],
    () => bodiesOf('empty-body', { 'empty-body': '', 'spaces-alone': '   ', 'line-feed-alone': '\n' }),
  ],
  [['json'], (text) => bodiesOf('json', truncated(text))],
  [
    ['json'],
    (text, { sampling, fields }) => lenientTexts({ text, value: JSON.parse(text), fields }, sampling),
  ],
  [['json', 'unknown-member'], (text, { sampling }) => testSuiteBodies(text, sampling)],
  [['unknown-member', 'duplicate-member', 'lone-surrogate'], oddMembers],
  [['byte-order-mark', 'utf-16', 'invalid-utf8'], encodingCases],
  [
    ['json', 'unknown-member', 'duplicate-member', 'lone-surrogate', 'invalid-utf8'],
    (text, { sampling, keywords }) => malformedMembers(JSON.parse(text), sampling, keywords),
  ],
  [['same-value'], (text) => bodiesOf('same-value', sameValue(text))],
];

/**
 * Bodies derived from a valid JSON object: those that are not exactly one JSON object (rulings 12 and 28), those whose
 * treatment is open, and other notations of the same object. The requirement that claims a body defines the expected
 * answer. Only bodies with the given keywords are made, because making all takes milliseconds.
 */
export function malformedBodies(
  valid: Buffer,
  sampling: Sampling = usualSampling,
  keywords: readonly BodyKeyword[] = bodyKeywords,
  fields?: readonly Field[],
): RawBody[] {
  const text = textOf(valid);
  const all = groups
    .filter(([made]) => made.some((keyword) => keywords.includes(keyword)))
    .flatMap(([, make]) => make(text, { sampling, keywords, fields }))
    .filter(({ keyword }) => keywords.includes(keyword));
  // Different templates may make the same of a short body.
  const byBytes = new Map(all.toReversed().map((body) => [body.bytes.toString('latin1'), body]));
  return [...byBytes.values()].toReversed();
}

/** The valid body with random bytes truncated, removed or repeated, so that it is no longer a JSON object. */
export function malformedText(valid: Buffer): Arbitrary<Buffer> {
  const position = fc.nat({ max: valid.length - 1 });
  const cut = position.map((length) => valid.subarray(0, length));
  const run = fc.tuple(position, fc.integer({ min: 1, max: 8 }));
  const taken = run.map(([start, length]) =>
    Buffer.concat([valid.subarray(0, start), valid.subarray(start + length)]),
  );
  const repeated = run.map(([start, length]) =>
    Buffer.concat([valid.subarray(0, start + length), valid.subarray(start)]),
  );
  return fc
    .oneof(cut, taken, repeated)
    .filter((bytes) => !isObject(jsonValue(bytes.toString('utf8'))?.value));
}
