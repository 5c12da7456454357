import { htmlText } from '../../reports/html/page.tsx';
import { readFolder } from '../../reports/report/aggregation.ts';
import type { Report } from '../../reports/report/report.ts';
import { aggregated, plainly } from './aggregated.ts';
import type { Run } from './journal-fixture.ts';
import { viewOf } from './view.ts';
import { writeRun } from './write-run.ts';

/** The page that a results folder of this run gets; `change` alters its report first. */
export function pageOf(run: Run, change: (report: Report) => Report = (report) => report): string {
  return htmlText(viewOf(change(aggregated(run)), readFolder(writeRun(run)).report(plainly).evidence));
}

/** The text of every element of this kind. */
export function contentsOf(page: string, element: 'script' | 'style'): string[] {
  return [...page.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => text,
  );
}
