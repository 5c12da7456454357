import { join } from 'node:path';
import { writeWhole } from '../../journal/write-whole.ts';
import type { Night } from '../history/history.ts';
import type { Report } from '../report/report.ts';
import { htmlFile } from './html-file.ts';
import { renderPage } from './page/page.tsx';
import { pageContent } from './page/page-content.ts';

/**
 * The HTML report, with exchanges from its results folder; the same run gives the same bytes.
 * @param history earlier runs; without any, there is no history in the page
 */
export function htmlText(folder: string, report: Report, history: readonly Night[] = []): string {
  return renderPage(pageContent(folder, report, history));
}

/**
 * Writes report.html into the results folder of the report, atomically.
 * @throws UsageError if the folder contains no journal
 */
export function writeHtml(folder: string, report: Report, history: readonly Night[] = []): void {
  writeWhole(join(folder, htmlFile), [htmlText(folder, report, history)]);
}
