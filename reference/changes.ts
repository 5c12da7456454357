import { errorFaults } from './canton/faults/errors.ts';
import { submissionFaults } from './canton/faults/submissions.ts';
import { topologyFaults } from './canton/faults/topology.ts';
import { userFaults } from './canton/faults/users.ts';
import { cantonVariants } from './canton/variants.ts';
import { faults } from './faults/catalogue.ts';
import { declared } from './faults/circumstances/declared.ts';
import type { Fault } from './faults/fault.ts';
import { variants } from './variants/catalogue.ts';
import type { Variant } from './variants/variant.ts';

/** The faults of the server that behaves like canton-3.5. */
export const cantonFaults: readonly Fault[] = [
  ...topologyFaults,
  ...submissionFaults,
  ...userFaults,
  ...errorFaults,
];

/** Every fault of every profile. */
export const everyFault: readonly Fault[] = [...faults, ...declared(cantonFaults)];

/** Every variant of every profile. */
export const everyVariant: readonly Variant[] = [...variants, ...cantonVariants];
