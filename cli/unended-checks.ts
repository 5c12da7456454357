import { allChecks } from '../checks/checks.ts';
import { fileJournal } from '../harness/journal.ts';
import { isSelected } from '../harness/selection.ts';
import { journalLines } from '../reports/journal-lines.ts';

const reason = 'its process ended before it did, and took what it had not yet written with it.';

/**
 * Notes in the journal each selected check that did not say how it ended: its worker was killed, or too many had failed
 * to go on. What is known of such a check may lack the very finding that it met, so that it must not count as passed.
 */
export function noteUnendedChecks(folder: string, only: string | undefined): void {
  const ended = new Set<string>();
  for (const line of journalLines(folder, (start) => start.startsWith('{"type":"check"'))) {
    if (line.type === 'check') ended.add(`${line.requirement}@${line.operation}`);
  }
  const unended = allChecks.filter(
    (check) => isSelected(only, check) && !ended.has(`${check.requirement}@${check.operation}`),
  );
  if (unended.length === 0) return;
  const journal = fileJournal(folder);
  for (const { requirement, operation } of unended) {
    journal.line({ type: 'check', requirement, operation, state: 'error', reason });
  }
  journal.flush();
}
