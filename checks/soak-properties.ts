import type { Operation } from '../requirements/requirement.ts';
import type { Check } from '../session/check.ts';
import type { Conductor } from '../session/conductor.ts';
import { allChecks } from './checks.ts';
import type { SoakRequests } from './conduct/soak.ts';
import { prepareSoak as prepareExecute } from './execute-submission/soak.ts';
import { prepareSoak as prepareGenerate } from './generate-topology/soak.ts';
import { prepareSoak as prepareList } from './list-users/soak.ts';
import type { NamedCheck } from './named-checks.ts';
import { type SoakPart, soakParts } from './soak-plan.ts';

/** What a soak repeats: one property for each operation. */
export interface SoakProperty extends SoakPart {
  readonly check: Check;
  readonly prepare: (conductor: Conductor) => Promise<SoakRequests>;
}

const preparations: Readonly<Partial<Record<Operation, SoakProperty['prepare']>>> = {
  'generate-topology': prepareGenerate,
  'execute-submission': prepareExecute,
  'list-users': prepareList,
};

/** The properties in the order of their partitions. */
export const soakProperties: readonly SoakProperty[] = soakParts.map((part) => ({
  ...part,
  check: checkNamed(part.check),
  prepare: preparationOf(part.check.operation),
}));

function checkNamed(named: NamedCheck): Check {
  const found = allChecks.find(
    ({ requirement, operation }) => requirement === named.requirement && operation === named.operation,
  );
  if (found === undefined)
    throw new Error(`There is no check of ${named.requirement} on ${named.operation}.`);
  return found;
}

function preparationOf(operation: Operation): SoakProperty['prepare'] {
  const prepare = preparations[operation];
  if (prepare === undefined) throw new Error(`A soak has nothing to send for ${operation}.`);
  return prepare;
}
