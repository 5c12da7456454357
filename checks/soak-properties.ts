import type { Operation } from '../requirements/requirement.ts';
import type { Check } from '../session/check.ts';
import type { Conductor } from '../session/conductor.ts';
import { allChecks } from './checks.ts';
import type { SoakRequests } from './conduct/soak.ts';
import type { NamedCheck } from './named-checks.ts';
import { type SoakPart, soakParts } from './soak-plan.ts';

/** What a soak repeats: one property for each operation. */
export interface SoakProperty extends SoakPart {
  readonly check: Check;
  readonly prepare: (conductor: Conductor) => Promise<SoakRequests>;
}

/** The properties in the order of their partitions. */
export const soakProperties: readonly SoakProperty[] = await Promise.all(
  soakParts.map(async (part) => ({
    ...part,
    check: checkNamed(part.check),
    prepare: await prepareOf(part.check.operation),
  })),
);

function checkNamed(named: NamedCheck): Check {
  const found = allChecks.find(
    ({ requirement, operation }) => requirement === named.requirement && operation === named.operation,
  );
  if (found === undefined)
    throw new Error(`There is no check of ${named.requirement} on ${named.operation}.`);
  return found;
}

async function prepareOf(operation: Operation): Promise<SoakProperty['prepare']> {
  const { prepareSoak } = (await import(`./${operation}/soak.ts`)) as {
    readonly prepareSoak: SoakProperty['prepare'];
  };
  return prepareSoak;
}
