import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileJournal } from '../harness/journal.ts';
import type { Profile } from '../profiles/profile.ts';
import { evidenceFor } from '../reports/evidence.ts';
import { exchangesDigest } from '../reports/exchanges.ts';
import { foldFolders } from '../reports/fold.ts';
import { htmlFile } from '../reports/html/write-html.ts';
import type { Report } from '../reports/report.ts';
import { renderSummary } from '../reports/terminal.ts';
import { writeReport } from '../reports/write-report.ts';

/** How a run is to be counted at its end. */
export interface FinishOptions {
  readonly strict: boolean;
  readonly requireAll: boolean;
  readonly only: string | null;
  readonly interrupted: boolean;
  readonly profile: Profile;
}

/** Ends the journal of a folder with its footer. */
export function endJournal(folder: string, interrupted: boolean): void {
  const journal = fileJournal(folder);
  journal.line({
    type: 'footer',
    finishedAt: new Date().toISOString(),
    ended: interrupted ? 'interrupted' : 'complete',
    exchanges: exchangesDigest(folder),
  });
  journal.flush();
}

/** Ends the journal, folds it, and writes report.json. */
export function finishRun(folder: string, options: FinishOptions): Report {
  endJournal(folder, options.interrupted);
  const report = foldFolders([folder], options);
  writeReport(folder, report);
  return report;
}

/** The summary of a finished run for a terminal of `columns` columns. */
export function summary(folder: string, report: Report, columns: number, colour: boolean): string {
  const page = existsSync(join(folder, htmlFile)) ? { page: htmlFile } : {};
  return renderSummary(report, evidenceFor(report, [folder]), { columns, colour, folder, ...page });
}
