import fc, { type Arbitrary } from 'fast-check';
import { pathsIn, valueAt, withoutMember, withValue } from '../../generators/json-path.ts';
import { isObject } from '../../json/read-json.ts';

/** Pieces of text that readers of JSON may tolerate where they do not belong. */
const pieces = [
  ...[
    ',',
    ';',
    "'",
    '"',
    '//x\n',
    '/*x*/',
    '#x\n',
    '=',
    ':',
    '+',
    '-',
    '.',
    '0',
    '1',
    'e',
    'x',
    '\\x',
    '\\',
    '$',
  ],
  ...['NaN', 'Infinity', 'null', 'undefined', 'True', '[', ']', '{', '}', '()'],
  ...['\u0000', '\u0001', '\u001f', '\t', '\n', '\u00a0', '\u2028', '\ufeff', '\u200b'],
];

const blanks = [' ', '\t', '\n', '\u00a0', '\u3000'];

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The JSON text of a body with one piece put in, taken out or exchanged somewhere. */
function editedText(body: object): Arbitrary<Buffer> {
  const text = JSON.stringify(body);
  return fc
    .record({
      at: fc.nat({ max: text.length }),
      piece: fc.constantFrom('', ...pieces),
      without: fc.constantFrom(0, 0, 1),
    })
    .map(({ at, piece, without }) => Buffer.from(text.slice(0, at) + piece + text.slice(at + without)));
}

/** A body with another JSON value at a random place. */
function otherValue(body: object): Arbitrary<Buffer> {
  return fc
    .record({ path: fc.constantFrom(...pathsIn(body)), value: fc.jsonValue({ maxDepth: 2 }) })
    .map(({ path, value }) => bytes(withValue(body, path, value)));
}

/** A body with the value of a random place in another form: its text, in brackets, with blanks, in other case. */
function otherForm(body: object): Arbitrary<Buffer> {
  return fc
    .record({
      path: fc.constantFrom(...pathsIn(body)),
      blank: fc.constantFrom(...blanks),
      form: fc.constantFrom(...forms),
    })
    .map(({ path, blank, form }) => bytes(withValue(body, path, form(valueAt(body, path), blank))));
}

type Form = (value: unknown, blank: string) => unknown;

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const forms: readonly Form[] = [
  text,
  (value) => [value],
  (value) => ({ value }),
  (value) => [[value]],
  (value) => [text(value)],
  (value, blank) => text(value) + blank,
  (value, blank) => blank + text(value),
  (_, blank) => blank,
  (value) => text(value).toLowerCase(),
  (value) => text(value).toUpperCase(),
  (value) =>
    isObject(value) ? Object.values(value) : Object.entries(Array.isArray(value) ? value : [value]),
  (value) => ({ [text(value)]: null }),
  (value) => [...Buffer.from(text(value))],
  (value) => text(value).length,
  () => ({}),
  () => [],
  () => '',
];

/** A body in which a random member has a name that only resembles its own. */
function otherName(body: object): Arbitrary<Buffer> {
  const members = pathsIn(body).filter((path) => typeof path.at(-1) === 'string');
  return fc
    .record({ path: fc.constantFrom(...members), rename: fc.constantFrom(...renames) })
    .map(({ path, rename }) => {
      const renamed = [...path.slice(0, -1), rename(String(path.at(-1)))];
      return bytes(withValue(withoutMember(body, path), renamed, valueAt(body, path)));
    });
}

const renames: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  (name) => name.replace(/s/, '\u017f'),
  (name) => name.replace(/k/i, '\u212a'),
  (name) => `${name} `,
  (name) => ` ${name}`,
  (name) => `${name}[]`,
];

/** A body in which a string that is base64 has a character or a byte too many, too few or another one. */
function otherBase64(body: object): Arbitrary<Buffer> {
  const places = pathsIn(body).filter((path) => /^[A-Za-z0-9+/]{16,}=*$/.test(String(valueAt(body, path))));
  if (places.length === 0) return otherValue(body);
  return fc
    .record({
      path: fc.constantFrom(...places),
      at: fc.nat(),
      piece: fc.constantFrom(...[...'!-_=., \n\r\t:%', 'AA', 'é']),
      inBytes: fc.boolean(),
    })
    .map(({ path, at, piece, inBytes }) => {
      const whole = String(valueAt(body, path));
      const place = at % (whole.length + 1);
      const edited = inBytes
        ? editedBytes(Buffer.from(whole, 'base64'), at)
        : whole.slice(0, place) + piece + whole.slice(place);
      return bytes(withValue(body, path, edited));
    });
}

function editedBytes(data: Buffer, at: number): string {
  const place = at % data.length;
  const edits = [
    () => Buffer.concat([data, Buffer.from([at & 0xff])]),
    () => data.subarray(0, place),
    () => Buffer.from(data.map((byte, index) => (index === place ? byte ^ (1 << (at % 8)) : byte))),
  ];
  return (edits[at % edits.length]?.() ?? data).toString('base64');
}

/** The kinds of drawn edits, each of a valid body. */
export const drawnEdits: Readonly<Record<string, (body: object) => Arbitrary<Buffer>>> = {
  'edited-text': editedText,
  'other-value': otherValue,
  'other-form': otherForm,
  'other-name': otherName,
  'other-base64': otherBase64,
};
