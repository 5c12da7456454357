import { allChecks, checkId } from '../../checks/checks.ts';
import { soakPartitions } from '../../checks/conduct/soak.ts';
import { isConducted } from '../../checks/conducted.ts';
import { soakProperties } from '../../checks/soak-properties.ts';
import { fileJournal } from '../../journal/journal.ts';
import type { CheckLine } from '../../journal/journal-line.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { isSelected } from '../../settings/selection.ts';
import { areChecksInShard, isPartitionInShard, type Shard } from '../../settings/shard.ts';

const reason = 'its process ended first, and its unwritten results were lost.';

/** What a run was meant to conduct. */
export interface PlannedRun {
  readonly only: string | undefined;
  readonly shard: Shard | undefined;
  readonly isSoak: boolean;
}

/** Whether a part of a run has anything to conduct. */
export function isAnythingMeant(meant: PlannedRun): boolean {
  return checksMeant(meant).length + partitionsMeant(meant).length > 0;
}

/** A check or soak partition that records its end. */
type Ending = Pick<CheckLine, 'requirement' | 'operation' | 'partition'>;

function key(ending: Ending): string {
  return `${checkId(ending)} ${ending.partition ?? ''}`;
}

/**
 * Records in the journal each selected check and soak partition that did not record its end, because its worker was
 * killed or too many tests had failed. It must not count as passed: a finding may have been lost.
 */
export function noteUnendedChecks(folder: string, meant: PlannedRun): void {
  const ended = new Set<string>();
  for (const line of journalLines(folder, (start) => start.startsWith('{"type":"check"'))) {
    if (line.type === 'check') ended.add(key(line));
  }
  const unended = [...checksMeant(meant), ...partitionsMeant(meant)].filter((each) => !ended.has(key(each)));
  if (unended.length === 0) return;
  const journal = fileJournal(folder);
  for (const { requirement, operation, partition } of unended) {
    const which = partition === undefined ? {} : { partition };
    journal.line({ type: 'check', requirement, operation, ...which, state: 'error', reason });
  }
  journal.flush();
}

function checksMeant({ only, shard }: PlannedRun): readonly Ending[] {
  return allChecks.filter((check) => isConducted(only, check) && areChecksInShard(check.operation, shard));
}

function partitionsMeant({ only, shard, isSoak }: PlannedRun): readonly Ending[] {
  const selected = isSoak ? soakProperties.filter(({ check }) => isSelected(only, check)) : [];
  return selected.flatMap(({ check: { requirement, operation }, firstPartition }) =>
    Array.from({ length: soakPartitions }, (_, partition) => ({ requirement, operation, partition })).filter(
      ({ partition }) => isPartitionInShard(firstPartition + partition, shard),
    ),
  );
}
