import { type Operation, routes } from '../operation.ts';
import type { Variant } from './variant.ts';

/** A variant as a row of a table, for all operations by default. */
export interface VariantRow extends Omit<Variant, 'operations'> {
  readonly operations?: readonly Operation[];
}

export const everyOperation: readonly Operation[] = routes.map(({ operation }) => operation);

export function variantsOf(rows: readonly VariantRow[]): Variant[] {
  return rows.map((row) => ({ operations: everyOperation, ...row }));
}
