import { namedChecks } from '../../checks/named-checks.ts';
import { journalLines } from '../../journal/journal-lines.ts';
import { indented } from '../../reports/terminal/wrapped.ts';
import { isSelected } from '../../settings/selection.ts';
import { areChecksInShard } from '../../settings/shard.ts';
import type { PreparedRun } from './prepare-run.ts';

/** What an interrupted run has kept, and how to continue it. */
export function interruptedLines(
  {
    folder,
    settings,
    configuration: { only, shard },
  }: Pick<PreparedRun, 'folder' | 'settings' | 'configuration'>,
  command: string,
): string[] {
  const { output, target } = settings;
  const meant = namedChecks.filter(
    (each) => isSelected(only, each) && areChecksInShard(each.operation, shard),
  );
  const kept = `Interrupted: the results of ${keptChecks(folder)} of ${meant.length} checks are kept in ${output}.`;
  return [
    ...indented(kept, 0),
    ...(target?.provisioner === undefined
      ? ['Continue with:', `  ${command}`]
      : indented('A run with TARGET_PROVISIONER cannot be continued; start a new one.', 0)),
  ];
}

/** How many checks are not conducted again. */
function keptChecks(folder: string): number {
  const lines = journalLines(folder, (start) => start.startsWith('{"type":"check"'));
  return [...lines].filter(
    (line) =>
      line.type === 'check' &&
      line.partition === undefined &&
      (line.state === 'done' || line.state === 'not-exercised'),
  ).length;
}
