import { objectRule, optional, required } from './field-rules.ts';
import type { Rule } from './rule.ts';

/** The content of a one-of variant: nothing, or a member `value` of this type. */
type VariantContent = 'empty' | 'string' | 'integer' | 'duration';

/**
 * The rules of a one-of: an object with exactly one member, named like a variant. interface.md shows the duration variant
 * of deduplicationPeriod and Empty of minLedgerTime; the other variants are those of the known ledger.
 */
export function oneOfRules(pointer: string, variants: Readonly<Record<string, VariantContent>>): Rule[] {
  const names = Object.keys(variants);
  const holdsOne = (value: Readonly<Record<string, unknown>>) => {
    const [name, ...more] = Object.keys(value);
    return name !== undefined && more.length === 0 && names.includes(name);
  };
  return [
    ...optional(pointer, 'object'),
    objectRule('variant', pointer, `must have exactly one member, one of ${names.join(', ')}`, holdsOne),
    ...Object.entries(variants).flatMap(([name, content]) => variantRules(`${pointer}/${name}`, content)),
  ];
}

function variantRules(pointer: string, content: VariantContent): Rule[] {
  const value = `${pointer}/value`;
  if (content === 'empty') return optional(pointer, 'object');
  if (content !== 'duration') return [...optional(pointer, 'object'), ...required(value, content)];
  return [
    ...optional(pointer, 'object'),
    ...required(value, 'object'),
    ...optional(`${value}/seconds`, 'integer'),
    ...optional(`${value}/nanos`, 'int32'),
  ];
}
