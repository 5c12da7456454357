import type { Operation } from '../../operation.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { quotes } from '../quotes.ts';
import { firstObject, type Mend, readsLeniently } from './lenient-json.ts';

const generate = 'generate-topology';
const execute = 'execute-submission';
const both = [generate, execute] as const;

/** What lenient JSON readers accept, and on which operations there is a fault for it. */
const kinds: readonly (readonly [id: string, title: string, operations: readonly Operation[], mend: Mend])[] =
  [
    [
      'empty-body',
      'An empty body is read as an empty object',
      both,
      (text) => (text === '' ? '{}' : undefined),
    ],
    [
      'blank-body',
      'White space is read as an empty object',
      both,
      (text) => (/^\s+$/.test(text) ? '{}' : undefined),
    ],
    [
      'trailing-comma',
      'A comma before the closing brace is accepted',
      both,
      (text) => replaced(text, /,\s*\}$/, '}'),
    ],
    [
      'trailing-comma-in-array',
      'A comma before a closing bracket is accepted',
      [generate],
      (text) => replaced(text, /,\s*\]/g, ']'),
    ],
    [
      'leading-comma',
      'A comma after the opening brace is accepted',
      [execute],
      (text) => replaced(text, /^\{,/, '{'),
    ],
    [
      'block-comment',
      'A comment between /* and */ is accepted',
      both,
      (text) => replaced(text, /\/\*.*?\*\//s, ''),
    ],
    [
      'line-comment',
      'A comment after // is accepted',
      [generate],
      (text) => replaced(text, /^\{\/\/.*\n/, '{'),
    ],
    ['hash-comment', 'A comment after # is accepted', [execute], (text) => replaced(text, /^\{#.*\n/, '{')],
    [
      'single-quoted-string',
      'A string in single quotes is taken',
      both,
      (text) => replaced(text, /:'([^']*)'/g, ':"$1"'),
    ],
    [
      'single-quoted-name',
      'A member name in single quotes is taken',
      [execute],
      (text) => replaced(text, /^\{'([^']*)'/, '{"$1"'),
    ],
    [
      'bare-name',
      'A member name without quotes is taken',
      [generate],
      (text) => replaced(text, /^\{(\w+):/, '{"$1":'),
    ],
    ['nan', 'NaN is accepted as a number', both, (text) => replaced(text, /:NaN\b/g, ':null')],
    [
      'infinity',
      'Infinity is accepted as a number',
      [generate],
      (text) => replaced(text, /:Infinity\b/g, ':null'),
    ],
    [
      'undefined',
      'undefined is accepted as a value',
      [execute],
      (text) => replaced(text, /:undefined\b/g, ':null'),
    ],
    [
      'capital-true',
      'True with a capital is accepted',
      [generate],
      (text) => replaced(text, /:True\b/g, ':true'),
    ],
    [
      'leading-zero',
      'A number with a leading zero is accepted',
      [execute],
      (text) => replaced(text, /:0(\d)/g, ':$1'),
    ],
    [
      'hexadecimal',
      'A hexadecimal number is accepted',
      [generate],
      (text) => replaced(text, /:0x[0-9A-F]+/g, ':0'),
    ],
    [
      'plus-sign',
      'A number with a plus sign is accepted',
      [execute],
      (text) => replaced(text, /:\+(\d)/g, ':$1'),
    ],
    [
      'bare-point',
      'A number that begins or ends with a point is accepted',
      [generate],
      (text) => replaced(text, /:(\d+\.|\.\d+)(?=[,}])/g, ':0'),
    ],
    [
      'raw-line-feed',
      'A line feed inside a string is accepted',
      [generate],
      (text) => replaced(text, /(?<="[^"]*)\n(?=[^"]*")/g, '\\n'),
    ],
    [
      'raw-tab',
      'A tab inside a string is accepted',
      [execute],
      (text) => replaced(text, /(?<="[^"]*)\t(?=[^"]*")/g, '\\t'),
    ],
    [
      'unknown-escape',
      'An unknown escape inside a string is accepted',
      [execute],
      (text) => replaced(text, /\\x/g, 'x'),
    ],
    [
      'missing-comma',
      'A missing comma between members is accepted',
      [generate],
      (text) => replaced(text, /([\d"])\s+"/g, '$1,"'),
    ],
    ['missing-brace', 'A missing closing brace is accepted', both, (text) => `${text}}`],
    ['missing-first-brace', 'A missing opening brace is accepted', [generate], (text) => `{${text}`],
    ['surplus-brace', 'An extra closing brace is accepted', [generate], (text) => behind(text, /^\}$/)],
    [
      'comma-behind',
      'A comma or semicolon after the object is accepted',
      [execute],
      (text) => behind(text, /^[,;]$/),
    ],
    ['nul-behind', 'A NUL after the object ends the body', [generate], (text) => behind(text, /^\0/)],
    ['second-object', 'Another object after the first is ignored', both, (text) => behind(text, /^\s*\{/)],
    ['text-behind', 'Anything after the object is ignored', both, (text) => behind(text, /^.+$/s)],
    ['any-text', 'Text that is not JSON is read as an empty object', both, () => '{}'],
    [
      'form-data',
      'Form data is accepted',
      [generate],
      (text) => (/^\w+=[^{]*$/.test(text) ? '{}' : undefined),
    ],
    ['yaml', 'YAML is accepted', [execute], (text) => (/^\w+: \w+\n/.test(text) ? '{}' : undefined)],
  ];

function replaced(text: string, pattern: RegExp, by: string): string | undefined {
  const mended = text.replace(pattern, by);
  return mended === text ? undefined : mended;
}

function behind(text: string, pattern: RegExp): string | undefined {
  const first = firstObject(text);
  return first !== undefined && pattern.test(first.behind) ? first.object : undefined;
}

/** Only generate-topology has a separate clause that a body is required. */
function requirementsOf(operation: Operation, id: string): readonly string[] {
  if (operation === execute) return ['EX-BODY'];
  if (/^(empty|blank)-body$/.test(id)) return ['GT-BODY-REQUIRED', 'GT-BODY'];
  return id === 'any-text' ? ['GT-BODY', 'GT-BODY-REQUIRED'] : ['GT-BODY'];
}

function faultsOn(operation: Operation): Fault[] {
  const quote = operation === generate ? quotes.generateBody : quotes.executeBody;
  return faultsOf(
    operation,
    kinds
      .filter(([, , operations]) => operations.includes(operation))
      .map(([id, title, , mend]) => ({
        id: `accepts-${id}`,
        title: `${title} in a body of ${operation}.`,
        requirements: requirementsOf(operation, id),
        quote,
        apply: readsLeniently(operation, mend),
      })),
  );
}

/** Bodies that are not exactly one JSON value but are accepted (rulings 12 and 14). */
export const malformedJsonFaults: readonly Fault[] = both.flatMap(faultsOn);
