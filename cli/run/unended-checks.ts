import { endingKey, endingsOf, type PlannedRun } from '../../engine/named-checks.ts';
import { fileJournal } from '../../journal/journal.ts';
import type { RunReader } from './read-run.ts';

const reason = 'its process ended first, and its unwritten results were lost.';

/** Whether a part of a run has anything to conduct. */
export function isAnythingMeant(meant: PlannedRun): boolean {
  return endingsOf(meant).length > 0;
}

/**
 * Records in the journal each selected check and soak partition that did not record its end, because its worker was
 * killed. It must not count as passed: a finding may have been lost.
 */
export function noteUnendedChecks(
  { folder, ended }: Pick<RunReader, 'folder' | 'ended'>,
  meant: PlannedRun,
): void {
  const had = ended();
  const unended = endingsOf(meant).filter((each) => !had.has(endingKey(each)));
  if (unended.length === 0) return;
  const journal = fileJournal(folder);
  for (const { requirement, operation, partition } of unended) {
    journal.line({ type: 'check', requirement, operation, partition, state: 'error', reason });
  }
  journal.flush();
}
