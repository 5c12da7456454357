import type { CheckLine } from '../journal/journal-line.ts';
import { areChecksInShard, isPartitionInShard, type Shard } from '../settings/selection.ts';
import { checkId } from './check.ts';
import { isConducted, namedChecks } from './named-checks.ts';
import { soakPartitions, soakParts } from './soak-plan.ts';

/** What a run was meant to conduct. */
export interface PlannedRun {
  readonly only: string | undefined;
  readonly shard: Shard | undefined;
  readonly isSoak: boolean;
}

/** A check or soak partition that records its end. */
export type Ending = Pick<CheckLine, 'requirement' | 'operation' | 'partition'>;

/** The same for lines that end the same check or partition. */
export function endingKey(ending: Ending): string {
  return `${checkId(ending)} ${ending.partition ?? ''}`;
}

/** Every check and soak partition whose end a complete run records. */
export function endingsOf(meant: PlannedRun): readonly Ending[] {
  return [...checksMeant(meant), ...partitionsMeant(meant)];
}

function checksMeant({ only, shard }: PlannedRun): readonly Ending[] {
  return namedChecks.filter((check) => isConducted(only, check) && areChecksInShard(check.operation, shard));
}

function partitionsMeant({ only, shard, isSoak }: PlannedRun): readonly Ending[] {
  const selected = isSoak ? soakParts.filter(({ check }) => isConducted(only, check)) : [];
  return selected.flatMap(({ check: { requirement, operation }, firstPartition }) =>
    Array.from({ length: soakPartitions }, (_, partition) => ({ requirement, operation, partition })).filter(
      ({ partition }) => isPartitionInShard(firstPartition + partition, shard),
    ),
  );
}
