import type { Action } from '../../rows/engine.ts';
import { isJson, mend, readBody } from '../../rows/requests.ts';
import type { Fault } from '../fault.ts';
import { EX, type FaultEntry, faults, GT } from '../table.ts';

/** Corrects what matches the pattern. */
const replacing = (pattern: RegExp, by: string): Action => mend((text) => text.replace(pattern, by));

/** Reads a text that matches the pattern as an empty object. */
const reading = (pattern: RegExp): Action => mend((text) => (pattern.test(text) ? '{}' : undefined));

/** Drops what follows the first object, if it matches the pattern. */
const dropping = (pattern: RegExp): Action =>
  mend((text) => {
    for (let end = text.indexOf('}') + 1; end > 0; end = text.indexOf('}', end) + 1)
      if (isJson(text.slice(0, end))) return pattern.test(text.slice(end)) ? text.slice(0, end) : undefined;
    return undefined;
  });

/** Recognises another encoding; undefined for bytes that are not in it. */
const decoding = (decode: (bytes: Buffer) => string | undefined): Action =>
  readBody((bytes) => {
    const text = decode(bytes);
    return text !== undefined && isJson(text) ? text : undefined;
  });

function utf32(bytes: Buffer): string | undefined {
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x7b) return undefined;
  return String.fromCodePoint(...Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4)));
}

const encodings = (breaks: string): Readonly<Record<string, FaultEntry>> => ({
  'accepts-utf-16-without-a-mark': [
    'UTF-16 without a byte order mark is recognised in a body of @.',
    decoding((bytes) => (bytes[0] === 0x7b && bytes[1] === 0 && bytes[2] !== 0 ? bytes.toString('utf16le') : undefined)),
    { breaks },
  ],
  'accepts-utf-32-without-a-mark': ['UTF-32 without a byte order mark is recognised in a body of @.', decoding(utf32), { breaks }],
});

/** What lenient JSON readers accept: on which operations, a clause, and how. */
const kinds: Readonly<Record<string, readonly [on: 'both' | typeof GT | typeof EX, clause: string, does: Action]>> = {
  'empty-body': ['both', 'An empty body is read as an empty object', reading(/^$/)],
  'blank-body': ['both', 'White space is read as an empty object', reading(/^\s+$/)],
  'trailing-comma': ['both', 'A comma before the closing brace is accepted', replacing(/,\s*\}$/, '}')],
  'trailing-comma-in-array': [GT, 'A comma before a closing bracket is accepted', replacing(/,\s*\]/g, ']')],
  'leading-comma': [EX, 'A comma after the opening brace is accepted', replacing(/^\{,/, '{')],
  'block-comment': ['both', 'A comment between /* and */ is accepted', replacing(/\/\*.*?\*\//s, '')],
  'line-comment': [GT, 'A comment after // is accepted', replacing(/^\{\/\/.*\n/, '{')],
  'hash-comment': [EX, 'A comment after # is accepted', replacing(/^\{#.*\n/, '{')],
  'single-quoted-string': ['both', 'A string in single quotes is accepted', replacing(/:'([^']*)'/g, ':"$1"')],
  'single-quoted-name': [EX, 'A member name in single quotes is accepted', replacing(/^\{'([^']*)'/, '{"$1"')],
  'bare-name': [GT, 'A member name without quotes is accepted', replacing(/^\{(\w+):/, '{"$1":')],
  nan: ['both', 'NaN is accepted as a number', replacing(/:NaN\b/g, ':null')],
  infinity: [GT, 'Infinity is accepted as a number', replacing(/:Infinity\b/g, ':null')],
  undefined: [EX, 'undefined is accepted as a value', replacing(/:undefined\b/g, ':null')],
  'capital-true': [GT, 'True with a capital is accepted', replacing(/:True\b/g, ':true')],
  'leading-zero': [EX, 'A number with a leading zero is accepted', replacing(/:0(\d)/g, ':$1')],
  hexadecimal: [GT, 'A hexadecimal number is accepted', replacing(/:0x[0-9A-F]+/g, ':0')],
  'plus-sign': [EX, 'A number with a plus sign is accepted', replacing(/:\+(\d)/g, ':$1')],
  'bare-point': [GT, 'A number that begins or ends with a point is accepted', replacing(/:(\d+\.|\.\d+)(?=[,}])/g, ':0')],
  'raw-line-feed': [GT, 'A line feed inside a string is accepted', replacing(/(?<="[^"]*)\n(?=[^"]*")/g, '\\n')],
  'raw-tab': [EX, 'A tab inside a string is accepted', replacing(/(?<="[^"]*)\t(?=[^"]*")/g, '\\t')],
  'unknown-escape': [EX, 'An unknown escape inside a string is accepted', replacing(/\\x/g, 'x')],
  'missing-comma': [GT, 'A missing comma between members is accepted', replacing(/([\d"])\s+"/g, '$1,"')],
  'missing-brace': ['both', 'A missing closing brace is accepted', mend((text) => `${text}}`)],
  'missing-first-brace': [GT, 'A missing opening brace is accepted', mend((text) => `{${text}`)],
  'surplus-brace': [GT, 'An extra closing brace is accepted', dropping(/^\}$/)],
  'comma-behind': [EX, 'A comma or semicolon after the object is accepted', dropping(/^[,;]$/)],
  'no-backslash-behind-a-surrogate': [GT, 'The backslash behind half a surrogate pair is lost', replacing(/(\\u[dD][89abAB][\da-fA-F]{2})\\"/g, '$1"')],
  'nul-behind': [GT, 'A NUL after the object ends the body', dropping(/^\0/)],
  'second-object': ['both', 'Another object after the first is ignored', dropping(/^\s*\{/)],
  'text-behind': ['both', 'Anything after the object is ignored', dropping(/^.+$/s)],
  'comment-behind': ['both', 'A comment after the object is accepted', dropping(/^\s*(\/\*.*\*\/|\/\/.*|#.*)$/s)],
  'nan-in-an-unread-member': ['both', 'NaN is accepted in members that nobody reads', replacing(/"extra":(\{"extra":)?NaN/g, '"extra":$1null')],
  'minus-infinity': [EX, 'The value -Infinity is accepted as a number', replacing(/-Infinity\b/g, 'null')],
  'equals-sign': ['both', 'An equals sign is accepted for a colon', replacing(/("\w+")=>?/g, '$1:')],
  semicolon: [GT, 'A semicolon is accepted for a comma', replacing(/(\d);(?=["\d])/g, '$1,')],
  'empty-place': ['both', 'An empty place in an array is accepted', replacing(/\[1,,2\]/g, '[1,null,2]')],
  'number-suffix': ['both', 'A number with a suffix is accepted', replacing(/:(\d+)[dfLn](?=[,}])/g, ':$1')],
  'exponent-without-digits': ['both', 'An exponent may end behind its sign', replacing(/(\d[eE][+-])(?=[,}\]])/g, '$10')],
  'exponent-without-digits-in-a-field': [
    'both',
    'The exponent of a documented number may end behind its sign',
    replacing(/("(?:confirmationThreshold|seconds|nanos)":\d+e[+-])(?=[,}])/i, '$10'),
  ],
  'single-quotes-in-an-array': [GT, 'A string in single quotes inside an array is accepted', replacing(/,'(\w+)'\]/g, ',"$1"]')],
  'single-quotes-around-a-field': ['both', 'A documented string in single quotes is accepted', replacing(/("(?:partyHint|userId)":)'([^']*)'/, '$1"$2"')],
  'comment-as-text-of-a-field': [
    'both',
    'A documented string without quotes may begin with a comment',
    replacing(/("(?:partyHint|userId)":)(\/\*\*\/\w+)/, '$1"$2"'),
  ],
  'variant-in-a-field': ['both', 'A documented string may be a variant', replacing(/("(?:partyHint|userId)":)[(<]("[^"]*")[)>]/, '$1$2')],
  'tuple-or-variant': ['both', 'Tuples and variants are accepted as values', replacing(/\(1,2\)|<"a"(:1)?>/g, 'null')],
  'escaped-single-quote': [EX, 'An escaped single quote inside a string is accepted', replacing(/\\'/g, "'")],
  'any-control-character': [EX, 'A control character inside a string is accepted', replacing(/\u001f/g, '')],
  'xssi-prefix': [GT, 'A prefix against cross-site inclusion is skipped', replacing(/^\)\]\}',?\n/, '')],
  'white-space-of-unicode': ['both', 'White space that JSON does not have is skipped', replacing(/^[\u00a0\v\f\u2028\u3000]+/, '')],
  'bytes-that-are-no-utf-8': ['both', 'Bytes that are not UTF-8 are skipped', replacing(/\ufffd/g, '')],
  call: [EX, 'An object inside parentheses is accepted', replacing(/^\w*\((.*)\)$/s, '$1')],
  'any-text': ['both', 'Text that is not JSON is read as an empty object', mend(() => '{}')],
  'form-data': [GT, 'Form data is accepted', reading(/^\w+=[^{]*$/)],
  yaml: [EX, 'YAML is accepted', reading(/^\w+: \w+\n/)],
  'missing-comma-between-known-members': [
    'both',
    'A missing comma between documented members is accepted',
    replacing(/(?<=[^,{])(?="(?:publicKey|partyHint|submissionId|signature)":)/, ','),
  ],
  'nul-behind-a-number': ['both', 'NUL ends a documented number', replacing(/("(?:confirmationThreshold|seconds|nanos)":\d+)\0/, '$1')],
  'text-behind-a-literal': [GT, 'Letters behind a documented literal are skipped', replacing(/("localParticipantObservationOnly":(?:true|false))[a-z]+/, '$1')],
  'quotes-behind-a-string': [
    'both',
    'A quotation mark behind a documented string is skipped',
    replacing(/("(?:partyHint|userId|submissionId)":"[^"]+")"+/, '$1'),
  ],
  'text-behind-a-value-that-nobody-reads': [
    'both',
    'Text behind a value in a member that nobody reads is skipped',
    replacing(/(?<=^\{"extra":.*[\de\]}])(?: 1|null)(?=[,\]}].*"(?:partyHint|submissionId)":)/s, ''),
  ],
  'backslash-that-escapes-nothing-in-a-name': [
    'both',
    'A backslash in a name is skipped where it escapes nothing',
    replacing(/"\\(?![bfnrtu])(?=\w+":)/g, '"'),
  ],
  'nul-behind-a-name': ['both', 'NUL ends the name of a member', replacing(/\0":/g, '":')],
  'unknown-escape-in-a-field': [
    'both',
    'A backslash in a documented string is skipped where it escapes nothing',
    replacing(/("(?:keySpec|signedBy)":"[^"\\]*)\\(?=[ax])/, '$1'),
  ],
  'bracket-of-the-other-kind': [GT, 'A list may end in a brace', replacing(/(?<=\["[^\]]*)\}(?=[,}])/, ']')],
};

/** Only generate-topology has a separate clause that a body is required. */
function requirementsOf(operation: typeof GT | typeof EX, id: string): readonly string[] {
  if (operation === EX) return ['EX-BODY'];
  if (/^(empty|blank)-body$/.test(id)) return ['GT-BODY-REQUIRED', 'GT-BODY'];
  return id === 'any-text' ? ['GT-BODY', 'GT-BODY-REQUIRED'] : ['GT-BODY'];
}

/** Bodies that are not exactly one JSON value but are accepted (rulings 12 and 14). */
export const malformedJson: readonly Fault[] = [
  ...[GT, EX].flatMap((operation) => faults(operation, [], encodings(operation === GT ? 'GT-BODY' : 'EX-BODY'))),
  ...([GT, EX] as const).flatMap((operation) =>
    Object.entries(kinds)
      .filter(([, [on]]) => on === 'both' || on === operation)
      .flatMap(([id, [, clause, does]]) => faults(operation, requirementsOf(operation, id), { [`accepts-${id}`]: [`${clause} in a body of @.`, does] })),
  ),
];
