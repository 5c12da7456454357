import { errorFaults } from './canton/faults/errors.ts';
import { submissionFaults } from './canton/faults/submissions.ts';
import { topologyFaults } from './canton/faults/topology.ts';
import { userFaults } from './canton/faults/users.ts';
import { cantonVariants } from './canton/variants.ts';
import { faults } from './faults/catalogue.ts';
import type { Fault } from './faults/fault.ts';
import { variants } from './variants/catalogue.ts';
import type { Variant } from './variants/variant.ts';

/** The faults of the server that answers as canton-3.5. */
export const cantonFaults: readonly Fault[] = [
  ...topologyFaults,
  ...submissionFaults,
  ...userFaults,
  ...errorFaults,
];

/** Every fault, whatever profile its server has. */
export const everyFault: readonly Fault[] = [...faults, ...cantonFaults];

/** Every variant, whatever profile its server has. */
export const everyVariant: readonly Variant[] = [...variants, ...cantonVariants];
