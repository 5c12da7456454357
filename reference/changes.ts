import { cantonFaults } from './canton/rows/faults.ts';
import { cantonVariants } from './canton/rows/variants.ts';
import { faults } from './faults/catalogue.ts';
import type { Fault } from './faults/fault.ts';
import { variants } from './variants/catalogue.ts';
import type { Variant } from './variants/variant.ts';

/** Every fault of every profile. */
export const everyFault: readonly Fault[] = [...faults, ...cantonFaults];

/** Every variant of every profile. */
export const everyVariant: readonly Variant[] = [...variants, ...cantonVariants];
