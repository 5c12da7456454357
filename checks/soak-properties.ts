import { operationDefinitions } from '../operations/operations.ts';
import type { Check } from '../session/check.ts';
import type { Conductor } from '../session/conductor.ts';
import { type SoakRequests, soakPartitions } from './conduct/soak.ts';

/** What a soak repeats: one property for each operation. */
export interface SoakProperty {
  /** The check whose judge judges its cases, and whose id is their prefix. */
  readonly check: Check;
  /** Its share of all cases. */
  readonly share: number;
  /** Its first partition among those of all properties. */
  readonly firstPartition: number;
  readonly prepare: (conductor: Conductor) => Promise<SoakRequests>;
}

/** What the files of an operation contribute to its soak. */
interface Soak {
  readonly prepareSoak: SoakProperty['prepare'];
  readonly wholeChecks: readonly Check[];
}

const declared = operationDefinitions.filter(({ soakShare }) => soakShare > 0);
const shares = declared.reduce((sum, { soakShare }) => sum + soakShare, 0);

/** The properties in the order of their partitions: for each operation, its mixed-traffic check. */
export const soakProperties: readonly SoakProperty[] = (
  await Promise.all(
    declared.map(async ({ operation, soakShare }, index) => {
      const { prepareSoak } = (await import(`./${operation}/soak.ts`)) as Pick<Soak, 'prepareSoak'>;
      const { wholeChecks } = (await import(`./${operation}/whole.ts`)) as Pick<Soak, 'wholeChecks'>;
      const shared = { share: soakShare / shares, firstPartition: index * soakPartitions };
      return wholeChecks.map((check) => ({ check, ...shared, prepare: prepareSoak }));
    }),
  )
).flat();
