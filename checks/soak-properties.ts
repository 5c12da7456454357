import type { Check } from '../session/check.ts';
import type { Conductor } from '../session/conductor.ts';
import { type SoakRequests, soakPartitions } from './conduct/soak.ts';
import { executeSoak } from './execute-submission/soak.ts';
import { wholeChecks as executeWhole } from './execute-submission/whole.ts';
import { generateSoak } from './generate-topology/soak.ts';
import { wholeChecks as generateWhole } from './generate-topology/whole.ts';
import { listSoak } from './list-users/soak.ts';
import { wholeChecks as listWhole } from './list-users/whole.ts';

/** What a soak goes on and on with: one property for each operation. */
export interface SoakProperty {
  /** The check whose judge judges its cases, and whose id begins theirs. */
  readonly check: Check;
  /** Its part of all cases. */
  readonly share: number;
  /** Its first partition among those of all properties. */
  readonly firstPartition: number;
  readonly prepare: (conductor: Conductor) => Promise<SoakRequests>;
}

const declared = [
  { checks: generateWhole, share: 0.4, prepare: generateSoak },
  { checks: executeWhole, share: 0.4, prepare: executeSoak },
  { checks: listWhole, share: 0.2, prepare: listSoak },
];

/** The properties in the order of their partitions. */
export const soakProperties: readonly SoakProperty[] = declared.flatMap(({ checks, ...rest }, index) =>
  checks.map((check) => ({ check, firstPartition: index * soakPartitions, ...rest })),
);
