import type { CheckLine } from '../journal/journal-line.ts';
import { definitionOf, operationDefinitions } from '../operations/operations.ts';
import { requirement as entry, requirements } from '../requirements/catalogue.ts';
import { isPartitionInShard, isSelected, namesRequirement, type Shard } from '../settings/selection.ts';
import { type Check, checkId, checkIdOf } from './check.ts';
import { soakPartitions, soakParts } from './soak-plan.ts';

type Named = Pick<Check, 'requirement' | 'operation'>;

/**
 * Every check, without loading it: each requirement has one on each of its operations. A test compares them with the checks
 * themselves.
 */
export const namedChecks: readonly Named[] = operationDefinitions.flatMap(({ operation }) =>
  requirements
    .filter(({ operations }) => operations.includes(operation))
    .map(({ id }) => ({ requirement: id, operation })),
);

const byId: ReadonlyMap<string, Named> = new Map(namedChecks.map((check) => [checkId(check), check]));

/** The check that recorded a case; undefined if this version does not have it. */
export function nameOfCase(caseId: string): Named | undefined {
  return byId.get(checkIdOf(caseId));
}

/**
 * Whether a selection conducts a check: it selects it; or a requirement that this check can condemn, too; or another check
 * whose rejections count only if the same requests succeed in this one (rulings 14 and 25).
 */
export function isConducted(only: string | undefined, check: Named): boolean {
  if (isSelected(only, check)) return true;
  return namedChecks.some(
    (other) =>
      other.operation === check.operation &&
      isSelected(only, other) &&
      (isLastControl(check) ||
        (namesRequirement(only, other.requirement) && canCondemn(check, other.requirement))),
  );
}

/**
 * Whether a check can condemn another requirement on its operation, by what it sends and what its answers are judged for. A test
 * compares this with a run.
 */
function canCondemn({ requirement, operation }: Named, other: string): boolean {
  const { level, kinds } = entry(other);
  if (level === 'OPEN') return false;
  const { success } = definitionOf(operation);
  if (isOfEveryAnswer(other) || other === success.requirement) return true;
  // A check about every answer sends requests of many kinds, and HTTP-STABLE sends all.
  if (isOfEveryAnswer(requirement) || requirement === success.requirement) return true;
  return kinds !== undefined && requirement === 'AUTH-STAYS-VALID';
}

/** Whether each answer of a kind is judged for a requirement, whatever was sent. */
function isOfEveryAnswer(requirement: string): boolean {
  const { answers, leavesOpen } = entry(requirement);
  return answers === undefined && leavesOpen !== 'operation';
}

/** Whether a check shows that requests succeed whose rejections other checks have tested. */
export function isLastControl({ operation, requirement }: Named): boolean {
  const { validControl, success } = definitionOf(operation);
  return validControl === 'last' && success.requirement === requirement;
}

/**
 * Checks of an operation that stay together: those that leave connections idle at the beginning of a run for HTTP-STABLE, and
 * those that compare answers with the preflight's.
 */
const together: readonly string[] = [
  'HTTP-STABLE',
  'AUTH-REQUIRED',
  'GT-BODY-REQUIRED',
  'GT-FINGERPRINT-FUNCTION',
  'GT-FINGERPRINT-DISTINCT',
  'GT-MULTIHASH-BOUND',
  'GT-ENTRY-DISTINCT',
  'GT-OPEN-DETERMINISM',
];

/** How many requests what sends most of them sends in a `standard` run, measured; anything else sends some 40. */
const measuredWork: Readonly<Record<string, number>> = {
  'HTTP-STABLE@generate-topology': 1_250,
  'execute-submission': 4_500,
  'GT-BODY@generate-topology': 1_150,
  'GT-KEY-UNDECODABLE@generate-topology': 300,
};

/** The first of these is in the first shard, whose preflight is kept when shards are merged. */
const unitsByWork = [...new Set([...Object.keys(measuredWork), ...namedChecks.map(unitOf)])];

/**
 * What stays together in one shard. An execute body may be usable only once, so its checks need one owner and an order
 * (ruling 14).
 */
function unitOf(check: Named): string {
  const { requirement, operation } = check;
  if (definitionOf(operation).validControl === 'last') return operation;
  return together.includes(requirement) ? checkId({ requirement: 'HTTP-STABLE', operation }) : checkId(check);
}

/** The shard that conducts each unit: the one that has least to do so far. */
function dividedInto(total: number): ReadonlyMap<string, number> {
  const loads = Array.from({ length: total }, () => 0);
  return new Map(
    unitsByWork.map((unit) => {
      const least = loads.indexOf(Math.min(...loads));
      loads[least] = (loads[least] ?? 0) + (measuredWork[unit] ?? 40);
      return [unit, least + 1];
    }),
  );
}

/** Which checks a run was meant to conduct. */
export interface Selection {
  readonly only?: string | undefined;
  readonly shard?: Shard | undefined;
}

/** What a run was meant to conduct. */
export interface PlannedRun extends Selection {
  readonly isSoak: boolean;
}

/** Whether a run was meant to conduct a check: its selection does, and the check is in its shard. */
export function isMeant(check: Named, { only, shard }: Selection): boolean {
  return (
    isConducted(only, check) &&
    (shard === undefined || dividedInto(shard.total).get(unitOf(check)) === shard.index)
  );
}

/** A check or soak partition that records its end. */
export type Ending = Pick<CheckLine, 'requirement' | 'operation' | 'partition'>;

/** The same for lines that end the same check or partition. */
export function endingKey(ending: Ending): string {
  return `${checkId(ending)} ${ending.partition ?? ''}`;
}

/** Every check and soak partition whose end a complete run records. */
export function endingsOf(meant: PlannedRun): readonly Ending[] {
  return [...namedChecks.filter((check) => isMeant(check, meant)), ...partitionsMeant(meant)];
}

function partitionsMeant({ only, shard, isSoak }: PlannedRun): readonly Ending[] {
  const selected = isSoak ? soakParts.filter(({ check }) => isConducted(only, check)) : [];
  return selected.flatMap(({ check: { requirement, operation }, firstPartition }) =>
    Array.from({ length: soakPartitions }, (_, partition) => ({ requirement, operation, partition })).filter(
      ({ partition }) => isPartitionInShard(firstPartition + partition, shard),
    ),
  );
}
