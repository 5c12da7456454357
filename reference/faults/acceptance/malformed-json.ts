import type { Operation } from '../../operation.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { firstObject, type Mend, readsEncoding, readsLeniently } from './lenient-json.ts';

const generate = 'generate-topology';
const execute = 'execute-submission';
const both = [generate, execute] as const;

/** Corrects what matches the pattern. */
function replacing(pattern: RegExp, by: string): Mend {
  return (text) => {
    const mended = text.replace(pattern, by);
    return mended === text ? undefined : mended;
  };
}

/** Drops what follows the first object, if it matches the pattern. */
function dropping(pattern: RegExp): Mend {
  return (text) => {
    const first = firstObject(text);
    return first !== undefined && pattern.test(first.behind) ? first.object : undefined;
  };
}

/** Reads a text that matches the pattern as an empty object. */
function reading(pattern: RegExp): Mend {
  return (text) => (pattern.test(text) ? '{}' : undefined);
}

/** What lenient JSON readers accept, and on which operations there is a fault for it. */
const kinds: readonly (readonly [id: string, title: string, on: readonly Operation[], mend: Mend])[] = [
  ['empty-body', 'An empty body is read as an empty object', both, reading(/^$/)],
  ['blank-body', 'White space is read as an empty object', both, reading(/^\s+$/)],
  ['trailing-comma', 'A comma before the closing brace is accepted', both, replacing(/,\s*\}$/, '}')],
  [
    'trailing-comma-in-array',
    'A comma before a closing bracket is accepted',
    [generate],
    replacing(/,\s*\]/g, ']'),
  ],
  ['leading-comma', 'A comma after the opening brace is accepted', [execute], replacing(/^\{,/, '{')],
  ['block-comment', 'A comment between /* and */ is accepted', both, replacing(/\/\*.*?\*\//s, '')],
  ['line-comment', 'A comment after // is accepted', [generate], replacing(/^\{\/\/.*\n/, '{')],
  ['hash-comment', 'A comment after # is accepted', [execute], replacing(/^\{#.*\n/, '{')],
  ['single-quoted-string', 'A string in single quotes is accepted', both, replacing(/:'([^']*)'/g, ':"$1"')],
  [
    'single-quoted-name',
    'A member name in single quotes is accepted',
    [execute],
    replacing(/^\{'([^']*)'/, '{"$1"'),
  ],
  ['bare-name', 'A member name without quotes is accepted', [generate], replacing(/^\{(\w+):/, '{"$1":')],
  ['nan', 'NaN is accepted as a number', both, replacing(/:NaN\b/g, ':null')],
  ['infinity', 'Infinity is accepted as a number', [generate], replacing(/:Infinity\b/g, ':null')],
  ['undefined', 'undefined is accepted as a value', [execute], replacing(/:undefined\b/g, ':null')],
  ['capital-true', 'True with a capital is accepted', [generate], replacing(/:True\b/g, ':true')],
  ['leading-zero', 'A number with a leading zero is accepted', [execute], replacing(/:0(\d)/g, ':$1')],
  ['hexadecimal', 'A hexadecimal number is accepted', [generate], replacing(/:0x[0-9A-F]+/g, ':0')],
  ['plus-sign', 'A number with a plus sign is accepted', [execute], replacing(/:\+(\d)/g, ':$1')],
  [
    'bare-point',
    'A number that begins or ends with a point is accepted',
    [generate],
    replacing(/:(\d+\.|\.\d+)(?=[,}])/g, ':0'),
  ],
  [
    'raw-line-feed',
    'A line feed inside a string is accepted',
    [generate],
    replacing(/(?<="[^"]*)\n(?=[^"]*")/g, '\\n'),
  ],
  ['raw-tab', 'A tab inside a string is accepted', [execute], replacing(/(?<="[^"]*)\t(?=[^"]*")/g, '\\t')],
  ['unknown-escape', 'An unknown escape inside a string is accepted', [execute], replacing(/\\x/g, 'x')],
  [
    'missing-comma',
    'A missing comma between members is accepted',
    [generate],
    replacing(/([\d"])\s+"/g, '$1,"'),
  ],
  ['missing-brace', 'A missing closing brace is accepted', both, (text) => `${text}}`],
  ['missing-first-brace', 'A missing opening brace is accepted', [generate], (text) => `{${text}`],
  ['surplus-brace', 'An extra closing brace is accepted', [generate], dropping(/^\}$/)],
  ['comma-behind', 'A comma or semicolon after the object is accepted', [execute], dropping(/^[,;]$/)],
  ['nul-behind', 'A NUL after the object ends the body', [generate], dropping(/^\0/)],
  ['second-object', 'Another object after the first is ignored', both, dropping(/^\s*\{/)],
  ['text-behind', 'Anything after the object is ignored', both, dropping(/^.+$/s)],
  [
    'comment-behind',
    'A comment after the object is accepted',
    both,
    dropping(/^\s*(\/\*.*\*\/|\/\/.*|#.*)$/s),
  ],
  [
    'nan-in-an-unread-member',
    'NaN is accepted in members that nobody reads',
    both,
    replacing(/"extra":(\{"extra":)?NaN/g, '"extra":$1null'),
  ],
  [
    'minus-infinity',
    'The value -Infinity is accepted as a number',
    [execute],
    replacing(/-Infinity\b/g, 'null'),
  ],
  ['equals-sign', 'An equals sign is accepted for a colon', both, replacing(/("\w+")=>?/g, '$1:')],
  ['semicolon', 'A semicolon is accepted for a comma', [generate], replacing(/(\d);(?=["\d])/g, '$1,')],
  ['empty-place', 'An empty place in an array is accepted', both, replacing(/\[1,,2\]/g, '[1,null,2]')],
  ['number-suffix', 'A number with a suffix is accepted', both, replacing(/:(\d+)[dfLn](?=[,}])/g, ':$1')],
  [
    'single-quotes-in-an-array',
    'A string in single quotes inside an array is accepted',
    [generate],
    replacing(/,'(\w+)'\]/g, ',"$1"]'),
  ],
  [
    'escaped-single-quote',
    'An escaped single quote inside a string is accepted',
    [execute],
    replacing(/\\'/g, "'"),
  ],
  [
    'any-control-character',
    'A control character inside a string is accepted',
    [execute],
    replacing(/\u001f/g, ''),
  ],
  [
    'xssi-prefix',
    'A prefix against cross-site inclusion is skipped',
    [generate],
    replacing(/^\)\]\}',?\n/, ''),
  ],
  [
    'white-space-of-unicode',
    'White space that JSON does not have is skipped',
    both,
    replacing(/^[\u00a0\v\f\u2028\u3000]+/, ''),
  ],
  ['bytes-that-are-no-utf-8', 'Bytes that are not UTF-8 are skipped', both, replacing(/\ufffd/g, '')],
  ['call', 'An object inside parentheses is accepted', [execute], replacing(/^\w*\((.*)\)$/s, '$1')],
  ['any-text', 'Text that is not JSON is read as an empty object', both, () => '{}'],
  ['form-data', 'Form data is accepted', [generate], reading(/^\w+=[^{]*$/)],
  ['yaml', 'YAML is accepted', [execute], reading(/^\w+: \w+\n/)],
];

/** Only generate-topology has a separate clause that a body is required. */
function requirementsOf(operation: Operation, id: string): readonly string[] {
  if (operation === execute) return ['EX-BODY'];
  if (/^(empty|blank)-body$/.test(id)) return ['GT-BODY-REQUIRED', 'GT-BODY'];
  return id === 'any-text' ? ['GT-BODY', 'GT-BODY-REQUIRED'] : ['GT-BODY'];
}

/** Encodings that some readers recognise without a byte order mark. */
const encodings: readonly (readonly [
  id: string,
  title: string,
  decode: (bytes: Buffer) => string | undefined,
])[] = [
  [
    'utf-16-without-a-mark',
    'UTF-16 without a byte order mark is recognised',
    (bytes) =>
      bytes[0] === 0x7b && bytes[1] === 0 && bytes[2] !== 0 ? bytes.toString('utf16le') : undefined,
  ],
  [
    'utf-32-without-a-mark',
    'UTF-32 without a byte order mark is recognised',
    (bytes) => (bytes.length > 3 && bytes.readUInt32LE(0) === 0x7b ? fromUtf32(bytes) : undefined),
  ],
];

function fromUtf32(bytes: Buffer): string {
  const points = Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4));
  return String.fromCodePoint(...points);
}

const otherReadings: readonly Fault[] = both.flatMap((operation) =>
  faultsOf(
    operation,
    encodings.map(([id, title, decode]) => ({
      id: `accepts-${id}`,
      title: `${title} in a body of ${operation}.`,
      requirements: requirementsOf(operation, id),
      apply: readsEncoding(operation, decode),
    })),
  ),
);

/** Bodies that are not exactly one JSON value but are accepted (rulings 12 and 14). */
export const malformedJsonFaults: readonly Fault[] = [
  ...otherReadings,
  ...both.flatMap((operation) =>
    faultsOf(
      operation,
      kinds
        .filter(([, , on]) => on.includes(operation))
        .map(([id, title, , mend]) => ({
          id: `accepts-${id}`,
          title: `${title} in a body of ${operation}.`,
          requirements: requirementsOf(operation, id),
          apply: readsLeniently(operation, mend),
        })),
    ),
  ),
];
