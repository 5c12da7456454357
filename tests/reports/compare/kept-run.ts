import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readComparedRun } from '../../../certificate/compared-run.ts';
import { compareRuns } from '../../../reports/compare/compare-runs.ts';
import type { ComparedChange, Comparison } from '../../../reports/compare/comparison.ts';
import { writeReport } from '../../../reports/report/report-file.ts';
import { aggregateFolders, plainly } from '../aggregated.ts';
import type { Run } from '../journal-fixture.ts';
import { writeRun } from '../write-run.ts';

/** A results folder as a run leaves it. */
export function keptRun(run: Run): string {
  const folder = writeRun(run);
  writeReport(folder, aggregateFolders([folder], plainly));
  return folder;
}

/** The same with nothing but its report. */
export function reportAlone(run: Run): string {
  const folder = keptRun(run);
  rmSync(join(folder, 'run.ndjson'));
  rmSync(join(folder, 'exchanges.ndjson'));
  return join(folder, 'report.json');
}

export function compared(old: Run, new_: Run, strict = false): Comparison {
  return compareRuns(readComparedRun(keptRun(old)), readComparedRun(keptRun(new_)), strict);
}

/** The one change of a requirement. */
export function changeOf({ changes }: Comparison, requirement: string): ComparedChange {
  const [found, ...more] = changes.filter((change) => change.requirement === requirement);
  if (found === undefined || more.length > 0)
    throw new Error(`There is not one change of ${requirement}: ${JSON.stringify(changes)}`);
  return found;
}
