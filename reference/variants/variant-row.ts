import { type Operation, routes } from '../operation.ts';
import type { Variant } from './variant.ts';

type Usual = Pick<Variant, 'operations' | 'quote'>;

/** A variant as a row of a table, which gives its id, and by default its operations and its quote. */
export type VariantRow = Omit<Variant, 'id' | keyof Usual> & Partial<Usual>;

export const everyOperation: readonly Operation[] = routes.map(({ operation }) => operation);

/** The variants of a table, whose keys are their ids. */
export function variantsOf(operations: readonly Operation[], quote: string, rows: Readonly<Record<string, VariantRow>>): Variant[] {
  return Object.entries(rows).map(([id, row]) => ({ id, operations, quote, ...row }));
}
