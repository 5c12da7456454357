import { deepTexts, extremeStrings } from './extreme-strings.ts';
import { badLedgerStrings } from './ledger-string.ts';
import { manyDigits } from './leniencies/value-parts.ts';
import type { JsonType, SchemaNode } from './schema-node.ts';
import type { SeedPart } from './seeding.ts';

const samples: Record<JsonType | 'fraction', readonly unknown[]> = {
  string: ['', 'text'],
  integer: [0, 7, -1],
  fraction: [1.5],
  boolean: [true, false],
  array: [[], ['text']],
  object: [{}, { extra: 'value' }],
};

/** Values of every JSON type except the given one and null. */
export function wrongTypes(type: JsonType): unknown[] {
  return Object.entries(samples).flatMap(([name, values]) => (name === type ? [] : values));
}

/** The JSON texts of all samples. */
export const sampleTexts: ReadonlySet<string> = new Set(
  Object.values(samples).flatMap((values) => values.map((value) => JSON.stringify(value))),
);

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
  // 1e536870000 has as many digits as the largest integers of Java; some limits of readers are between 1,000 and 5,000 digits.
  const unbounded = Object.entries({
    '1e400': '1e400',
    '1e999999999': '1e999999999',
    '5000 digits': manyDigits,
    '1e536870000': '1e536870000',
    '1001 digits': manyDigits.slice(0, 1_001),
  }).map(([detail, text]) => ({ ...beyond, detail, value: Number.MAX_VALUE, text }));
  // 2^64 + 1 wraps to 1 in 64 bits; a double cannot hold it, so it is given as text.
  const wrapping = { ...beyond, detail: '2^64 + 1', value: 2 ** 64, text: '18446744073709551617' };
  const below = minimum === undefined ? [] : candidates.filter((value) => value < minimum);
  return [
    ...below.map(wrong('minimum')),
    ...(maximum === undefined
      ? []
      : [...above.filter((value) => value > maximum).map(wrong('maximum')), written, wrapping]),
    ...unbounded,
  ];
}

/**
 * Numbers such as 1.0, which are integers only by value, or to a reader that keeps no more than a double. Rulings 12 and 30
 * leave them open.
 */
function integralFloats(valid: unknown): WrongValue[] {
  const value = typeof valid === 'number' ? valid : 1;
  const texts = [`${value}.0`, `${value}e0`, `${value * 10}e-1`, `${value}.00000000000000000001`];
  // Beside 0, a double holds the smallest fraction.
  return texts
    .filter((text) => Number.isInteger(Number(text)))
    .map((text) => ({ kind: 'integral-float', detail: text, keyword: 'integral-float', value, text }));
}

function outsideEnum(names: readonly string[], seed: SeedPart): WrongValue[] {
  const near = names.flatMap(neighbours).filter((value) => !names.includes(value));
  const others = [...new Set(near)].map((value) => [JSON.stringify(value), value] as const);
  return [...others, ...Object.entries(extremeStrings(seed))].map(([detail, value]) => ({
    kind: 'unknown-name',
    detail,
    keyword: 'enum',
    value,
  }));
}

/** Arrays and objects that are properly closed, thousands of levels deep, where another type is due. */
export function deepValues(type: JsonType): WrongValue[] {
  return Object.entries(deepTexts)
    .filter(([name]) => name !== type)
    .map(([detail, text]) => ({
      kind: 'deeply-nested',
      detail,
      keyword: 'type',
      value: detail === 'array' ? [] : {},
      text,
    }));
}

/** The name without its number, and with the previous and the next one. */
function neighbours(name: string): string[] {
  const [, stem = name, number] = /^(.*?)(?<!\d)(\d+)$/.exec(name) ?? [];
  return number === undefined ? [] : [stem, `${stem}${Number(number) - 1}`, `${stem}${Number(number) + 1}`];
}

function outsideText(node: SchemaNode, valid: unknown, seed: SeedPart): WrongValue[] {
  const { pattern, maxLength, minLength } = node;
  const strings = pattern === undefined ? [] : badLedgerStrings(isPlain(valid) ? valid : undefined);
  const wrong = strings.map(({ detail, value }) => ({
    kind: 'no-ledger-string',
    detail,
    keyword: maxLength !== undefined && value.length > maxLength ? 'maxLength' : 'pattern',
    value,
  }));
  const empty = { kind: 'empty', keyword: minLength === undefined ? 'empty' : 'minLength', value: '' };
  return node.enum === undefined ? [empty, ...wrong] : outsideEnum(node.enum, seed);
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9-]{2,}$/.test(value);
}

/**
 * Values of the right type that are invalid or open by schema or rulings; `valid` is the value to replace.
 * @param seed what long strings are derived from
 */
export function wrongValues(node: SchemaNode, valid: unknown, seed: SeedPart = ''): WrongValue[] {
  if (node.type === 'string') return outsideText(node, valid, seed);
  if (node.type === 'integer') return [...outsideBounds(node), ...integralFloats(valid)];
  const empty = { kind: 'empty', keyword: 'minItems', value: [] };
  return node.type === 'array' && node.minItems !== undefined ? [empty] : [];
}
