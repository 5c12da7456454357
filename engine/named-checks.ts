import { groupBy } from '../journal/group-by.ts';
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

/** Checks of each operation that stay together: one leaves connections idle at the beginning of a run, the other uses them at its end. */
const ofWholeRun: readonly string[] = ['AUTH-REQUIRED', 'HTTP-STABLE'];

/** How many requests a check sends in a `standard` run, if its operation does not say otherwise. */
const usualWork = 30;

/**
 * What stays together in one shard, by a name. An execute body may be usable only once, so its checks need one owner and an order
 * (ruling 14).
 */
function unitOf({ requirement, operation }: Named): string {
  const { validControl, ofWholeRun: own = [] } = definitionOf(operation);
  if (validControl === 'last') return operation;
  const isOfRun = [...ofWholeRun, ...own].includes(requirement);
  return checkId({ requirement: isOfRun ? 'HTTP-STABLE' : requirement, operation });
}

/**
 * The shard that conducts each unit: the most work first, each in the shard that has least to do so far. What is of the whole run
 * begins, as that compares answers with the preflight's, and those of the first shard are kept when shards are merged.
 */
function dividedInto(total: number): ReadonlyMap<string, number> {
  const units = [...groupBy(namedChecks, unitOf)].map(([unit, checks]) => {
    const comparesRun = definitionOf(checks[0].operation).ofWholeRun !== undefined && checks.length > 1;
    const work = checks.reduce(
      (sum, { requirement, operation }) => sum + (definitionOf(operation).work?.[requirement] ?? usualWork),
      0,
    );
    return { unit, work, comparesRun };
  });
  const ordered = units.sort(
    (one, other) => Number(other.comparesRun) - Number(one.comparesRun) || other.work - one.work,
  );
  const loads = Array.from({ length: total }, () => 0);
  return new Map(
    ordered.map(({ unit, work }) => {
      const least = loads.indexOf(Math.min(...loads));
      loads[least] = (loads[least] ?? 0) + work;
      return [unit, least + 1];
    }),
  );
}

/** Which checks a run was meant to conduct. */
interface Selection {
  readonly only?: string | undefined;
  readonly shard?: Shard | undefined;
}

/** What a run was meant to conduct. */
export interface PlannedRun extends Selection {
  readonly isSoak: boolean;
}

/** Which checks a run was meant to conduct: its selection does, and the check is in its shard. */
export function meantBy({ only, shard }: Selection): (check: Named) => boolean {
  const shardOf = shard === undefined ? undefined : dividedInto(shard.total);
  return (check) =>
    isConducted(only, check) && (shardOf === undefined || shardOf.get(unitOf(check)) === shard?.index);
}

/** A check or soak partition that records its end. */
type Ending = Pick<CheckLine, 'requirement' | 'operation' | 'partition'>;

/** The same for lines that end the same check or partition. */
export function endingKey(ending: Ending): string {
  return `${checkId(ending)} ${ending.partition ?? ''}`;
}

/** Every check and soak partition whose end a complete run records. */
export function endingsOf(meant: PlannedRun): readonly Ending[] {
  return [...namedChecks.filter(meantBy(meant)), ...partitionsMeant(meant)];
}

function partitionsMeant({ only, shard, isSoak }: PlannedRun): readonly Ending[] {
  const selected = isSoak ? soakParts.filter(({ check }) => isConducted(only, check)) : [];
  return selected.flatMap(({ check: { requirement, operation }, firstPartition }) =>
    Array.from({ length: soakPartitions }, (_, partition) => ({ requirement, operation, partition })).filter(
      ({ partition }) => isPartitionInShard(firstPartition + partition, shard),
    ),
  );
}
