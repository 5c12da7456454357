import { badLedgerStrings } from './ledger-string.ts';
import type { JsonType, SchemaNode } from './schema-node.ts';

const fractions = [1.5, 0.5, -0.5];

const samples: Record<JsonType | 'fraction', readonly unknown[]> = {
  string: ['', 'text'],
  integer: [0, 7, -1],
  fraction: [1.5],
  boolean: [true, false],
  array: [[], ['text']],
  object: [{}, { extra: 'value' }],
};

/** Values of another type that a lenient decoder accepts instead of the valid one. */
function lookalikes(type: JsonType, valid: unknown): unknown[] {
  const known = valid !== undefined;
  switch (type) {
    case 'string':
      return known ? [[valid], { value: valid }] : [];
    case 'integer':
      return ['0', '1', '2', '10', ' 1', '1.0', 'one', '30s', [1], ...fractions];
    case 'boolean':
      return ['true', 'false', 'yes', 0, 1];
    case 'array':
      return Array.isArray(valid) && valid.length > 0 ? [valid[0], { 0: valid[0] }] : [{ 0: 'text' }];
    case 'object':
      return known ? [JSON.stringify(valid), [valid]] : [];
  }
}

/** One value of every JSON type except the given one and null. */
export function wrongTypes(type: JsonType, valid: unknown): unknown[] {
  const others = Object.entries(samples).flatMap(([name, values]) => (name === type ? [] : values));
  const all = [...others, ...lookalikes(type, valid)];
  // The first element of a list may itself be a list.
  const rightType = (value: unknown) => type === 'array' && Array.isArray(value);
  const written = new Map(all.map((value) => [JSON.stringify(value), value]));
  return [...written.values()].filter((value) => !rightType(value));
}

/** A value that violates a keyword, with its JSON `text` if JSON.stringify writes it differently. */
export type WrongValue = { kind: string; detail?: string; keyword: string; value: unknown; text?: string };

function outsideBounds({ minimum, maximum }: SchemaNode): WrongValue[] {
  const candidates = [-1, -(2 ** 31), -(2 ** 31) - 1, -(2 ** 32) + 1, -(2 ** 63), -1e20];
  const above = [2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 63, 1e20];
  const wrong = (keyword: string) => (value: number) => ({
    kind: 'out-of-bounds',
    detail: String(value),
    keyword,
    value,
  });
  const beyond = { kind: 'out-of-bounds', keyword: 'maximum' };
  const written = { ...beyond, detail: '1e10', value: 1e10, text: '1e10' };
  // 2^64 + 1 wraps to 1 in 64 bits; a double cannot hold it, so it is given as text.
  const wrapping = { ...beyond, detail: '2^64 + 1', value: 2 ** 64, text: '18446744073709551617' };
  const below = minimum === undefined ? [] : candidates.filter((value) => value < minimum);
  return [
    ...below.map(wrong('minimum')),
    ...(maximum === undefined
      ? []
      : [...above.filter((value) => value > maximum).map(wrong('maximum')), written, wrapping]),
  ];
}

/** A fraction that does not look like one. */
const writtenFraction: WrongValue = {
  kind: 'fraction',
  detail: '15e-1',
  keyword: 'type',
  value: 1.5,
  text: '15e-1',
};

/** Numbers such as 1.0, which are integers only by value. Ruling 12 leaves them open. */
function integralFloats(valid: unknown): WrongValue[] {
  const value = typeof valid === 'number' ? valid : 1;
  return [`${value}.0`, `${value}e0`, `${value * 10}e-1`].map((text) => ({
    kind: 'integral-float',
    detail: text,
    keyword: 'integral-float',
    value,
    text,
  }));
}

function outsideEnum(names: readonly string[]): WrongValue[] {
  const [first = ''] = names;
  const short = names.map((name) => name.slice(name.lastIndexOf('_') + 1));
  const wrong = [
    ...names.flatMap((name) => [name.toLowerCase(), `${name} `, ` ${name}`]),
    ...short,
    ...names.flatMap(neighbours),
    ...names.map((name) => `${name.charAt(0)}${name.slice(1).toLowerCase()}`),
    `${first}_UNKNOWN`,
    `${names.at(-1) ?? ''}9`,
    // The name that Protocol Buffers decoders give to unknown values.
    'UNRECOGNIZED',
    // Names that exist on every JavaScript object.
    'constructor',
    'toString',
    '__proto__',
    ...names.map((_, number) => String(number)),
    '',
  ].filter((value) => !names.includes(value));
  // Protocol Buffers number the names of an enum, and its JSON form accepts the numbers too.
  const numbers = names.map((_, index) => ({
    kind: 'number-of-a-name',
    detail: String(index + 1),
    keyword: 'type',
    value: index + 1,
  }));
  const texts = [...new Set(wrong)].map((value) => ({
    kind: 'unknown-name',
    detail: JSON.stringify(value),
    keyword: 'enum',
    value,
  }));
  return [...texts, ...numbers];
}

/** The previous and next version of a name that ends in a number, the name without it, and other separators. */
function neighbours(name: string): string[] {
  const [, stem = name, number] = /^(.*?)(\d+)$/.exec(name) ?? [];
  const others =
    number === undefined ? [] : [stem, `${stem}${Number(number) - 1}`, `${stem}${Number(number) + 1}`];
  return [...others, name.replaceAll('_', '-'), name.replaceAll('_', '')];
}

function outsideText(node: SchemaNode): WrongValue[] {
  const { pattern, maxLength, minLength } = node;
  const strings = pattern === undefined ? [] : badLedgerStrings();
  const wrong = strings.map(({ detail, value }) => ({
    kind: 'no-ledger-string',
    detail,
    keyword: maxLength !== undefined && value.length > maxLength ? 'maxLength' : 'pattern',
    value,
  }));
  const empty = { kind: 'empty', keyword: minLength === undefined ? 'empty' : 'minLength', value: '' };
  return node.enum === undefined ? [empty, ...wrong] : outsideEnum(node.enum);
}

/** Values of the right type that are invalid or open by schema or rulings; `valid` is the value to replace. */
export function wrongValues(node: SchemaNode, valid: unknown): WrongValue[] {
  if (node.type === 'string') return outsideText(node);
  if (node.type === 'integer') return [...outsideBounds(node), writtenFraction, ...integralFloats(valid)];
  const empty = { kind: 'empty', keyword: 'minItems', value: [] };
  return node.type === 'array' && node.minItems !== undefined ? [empty] : [];
}
