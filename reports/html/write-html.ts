import { join } from 'node:path';
import { writeWhole } from '../../journal/write-whole.ts';
import type { Report } from '../report/report.ts';
import { htmlFile } from './html-file.ts';
import { renderPage } from './page/page.tsx';
import { pageContent } from './page/page-content.ts';

/** The HTML report, with exchanges from its results folder; the same run gives the same bytes. */
export function htmlText(folder: string, report: Report): string {
  return renderPage(pageContent(folder, report));
}

/**
 * Writes report.html into the results folder of the report, atomically.
 * @throws UsageError if the folder contains no journal
 */
export function writeHtml(folder: string, report: Report): void {
  writeWhole(join(folder, htmlFile), [htmlText(folder, report)]);
}
