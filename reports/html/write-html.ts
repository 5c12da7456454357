import { join } from 'node:path';
import { writeWhole } from '../../journal/write-whole.ts';
import type { Report } from '../report/report.ts';
import { htmlFile } from './html-file.ts';
import { renderPage } from './page/page.tsx';
import { pageContent } from './page/page-content.ts';

/** The page of a report, with exchanges from the results folder that it was made from: the same bytes for the same run. */
export function htmlText(folder: string, report: Report): string {
  return renderPage(pageContent(folder, report));
}

/**
 * Writes report.html into the results folder that the report was made from, whole or not at all.
 * @throws UsageError where the folder holds no journal
 */
export function writeHtml(folder: string, report: Report): void {
  writeWhole(join(folder, htmlFile), [htmlText(folder, report)]);
}
