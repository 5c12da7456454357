import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../journal/write-whole.ts';
import { alertFile } from '../../reports/formats/alert-file.ts';
import { annotations, summaryLimit } from '../../reports/formats/github.ts';
import { markdown } from '../../reports/formats/markdown.ts';
import type { Report } from '../../reports/report/report.ts';
import { formatFiles } from './format-files.ts';

/** The least space for a useful summary, in bytes. */
const leastSummary = 2_000;

/** Prints annotations, and writes the summary to GitHub's summary file, or else to the results folder. */
export function writeForGithub(folder: string, report: Report): void {
  process.stdout.write(
    annotations(report, alertFile(process.env))
      .map((line) => `${line}\n`)
      .join(''),
  );
  const collected = process.env.GITHUB_STEP_SUMMARY ?? '';
  // Other commands of the step may have written to it, and the size limit applies to the whole file.
  const before = collected === '' ? 0 : (statSync(collected, { throwIfNoEntry: false })?.size ?? 0);
  if (collected === '' || before > summaryLimit - leastSummary) {
    writeWhole(join(folder, formatFiles.github[0]), [markdown(report, summaryLimit)]);
    return;
  }
  appendFileSync(collected, `${before === 0 ? '' : '\n'}${markdown(report, summaryLimit - before - 1)}`);
}
