import { isObject, jsonValue } from '../../json/read-json.ts';
import { drawnIndex, isInSample, type Sampling } from '../sampling.ts';
import type { SchemaNode } from '../schema-node.ts';
import type { WrongValue } from '../wrong-values.ts';
import { lenienciesOf } from './catalogue.ts';
import type { Leniency, LenientType } from './leniency.ts';
import { filled, type Parts } from './template.ts';
import { valueParts } from './value-parts.ts';

/** The place of a field, with `*` for indexes, and how much is wanted of it. */
interface Field {
  readonly pattern: string;
  readonly sampling: Sampling;
}

/** A template with its leniency; the key is unique among all. */
interface Listed {
  readonly leniency: Leniency;
  readonly template: string;
  readonly key: string;
}

const byType = new Map<LenientType, readonly Listed[]>();

function listed(type: LenientType): readonly Listed[] {
  const known = byType.get(type);
  if (known !== undefined) return known;
  const found = lenienciesOf('value')
    .filter(({ types }) => types?.includes(type) ?? true)
    .flatMap((leniency) =>
      leniency.templates.map((template, index) => ({ leniency, template, key: `${leniency.id}/${index}` })),
    );
  byType.set(type, found);
  return found;
}

/** What templates make of the valid value. For an enumeration, all its names are used, the valid one first. */
function texts(type: LenientType, node: SchemaNode, valid: unknown): Map<string, Listed> {
  const names = node.enum ?? [];
  const values = [valid, ...names.filter((name) => name !== valid)];
  const made = new Map<string, Listed>();
  for (const value of values) {
    const parts = valueParts(value, names);
    for (const each of listed(type)) {
      const text = filled(each.template, parts);
      if (text !== undefined && !made.has(text)) made.set(text, each);
    }
  }
  return made;
}

/** One wrong value inside another, such as digits in an array of one. */
function pairs(
  made: ReadonlyMap<string, Listed>,
  { pattern, sampling }: Field,
  parts: Parts,
): [string, Listed][] {
  if (sampling.amount === 'sample') return [];
  const inner = [...made].filter(([, { leniency }]) => leniency.wraps !== true).map(([text]) => text);
  const outer = [...new Set(made.values())].filter(({ leniency }) => leniency.wraps === true);
  return outer.flatMap((wrapper) => {
    const drawn = inner[drawnIndex(sampling, Math.max(1, inner.length), 'pair', pattern, wrapper.key)];
    const chosen = sampling.amount === 'all' ? inner : drawn === undefined ? [] : [drawn];
    return chosen.flatMap((value): [string, Listed][] => {
      const text = filled(wrapper.template, { ...parts, value });
      return text === undefined || made.has(text) ? [] : [[text, wrapper]];
    });
  });
}

const longestDetail = 60;

/** The JSON text of a value for people. */
export function shortened(text: string): string {
  return text.length > longestDetail ? `${text.slice(0, longestDetail - 3)}...` : text;
}

/** Whether the value is one that the schema allows after all. */
function isAllowed(node: SchemaNode, value: unknown): boolean {
  if (node.type === 'array') return Array.isArray(value);
  if (node.type === 'object') return isObject(value);
  return node.enum !== undefined && typeof value === 'string' && node.enum.includes(value);
}

/**
 * Every wrong value of the catalogue for a field, with the template as `draw` where the usual sampling draws one of several
 * places for it.
 * @param always JSON texts that are sent in every place
 */
export function lenientValues(
  node: SchemaNode,
  valid: unknown,
  field: Field,
  always: ReadonlySet<string>,
): (WrongValue & { readonly draw?: string })[] {
  const type = node.enum === undefined ? node.type : 'enum';
  const made = texts(type, node, valid);
  const same = JSON.stringify(valid);
  return [...made, ...pairs(made, field, valueParts(valid, node.enum))].flatMap(
    ([text, { leniency, key }]) => {
      const isEverywhere = leniency.wraps === true || always.has(text);
      if (text === same || (!isEverywhere && !isInSample(field.sampling, field.pattern, key))) return [];
      // A template for strings makes no JSON of a body whose value is something else.
      const read = jsonValue(text);
      if (read === undefined || isAllowed(node, read.value)) return [];
      const { value } = read;
      const keyword = node.enum !== undefined && typeof value === 'string' ? 'enum' : leniency.keyword;
      return [
        {
          kind: leniency.id,
          detail: shortened(text),
          keyword,
          value,
          ...(JSON.stringify(value) === text ? {} : { text }),
          ...(isEverywhere ? {} : { draw: key }),
        },
      ];
    },
  );
}
