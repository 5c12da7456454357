import { operationDefinitions } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';

/** The number of partitions of a property, whatever the number of cases and machines. */
export const soakPartitions = 64;

/** The requirement whose checks judge the cases of a soak. */
const soakRequirement = 'HTTP-STABLE';

const declared = operationDefinitions.filter(({ soakShare }) => soakShare > 0);
const shares = declared.reduce((sum, { soakShare }) => sum + soakShare, 0);

/** The part that each operation has in a soak, in the order of their partitions. */
export const soakParts = declared.map(({ operation, soakShare }, index) => ({
  /** The check whose judge judges its cases, and whose id is their prefix. */
  check: { requirement: soakRequirement, operation },
  /** Its share of all cases. */
  share: soakShare / shares,
  /** Its first partition among those of all operations. */
  firstPartition: index * soakPartitions,
}));

/** The part of an operation; it must have one. */
export function partOf(operation: Operation): (typeof soakParts)[number] {
  const part = soakParts.find(({ check }) => check.operation === operation);
  if (part === undefined) throw new Error(`A soak has no share for ${operation}.`);
  return part;
}

/** How many of all cases are in a partition. */
export function partitionLength(cases: number, partition: number): number {
  return Math.max(0, Math.ceil((cases - partition) / soakPartitions));
}

/** The position of a case in its partition, from its id. */
export function placeInPartition(caseId: string): number {
  return Math.floor(Number(caseId.slice(caseId.lastIndexOf('-') + 1)) / soakPartitions);
}
