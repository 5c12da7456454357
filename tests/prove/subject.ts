import { everyFault as faults, everyVariant as variants } from '../../reference/changes.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import type { Variant } from '../../reference/variants/variant.ts';

/** A changed reference server: one that breaks the contract in one way, or one that keeps it differently. */
export type Subject =
  | { readonly kind: 'fault'; readonly change: Fault }
  | { readonly kind: 'variant'; readonly change: Variant };

/** Every fault and every variant, in the order of their catalogues. */
export const subjects: readonly Subject[] = [
  ...faults.map((change) => ({ kind: 'fault' as const, change })),
  ...variants.map((change) => ({ kind: 'variant' as const, change })),
];
