import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test as base, type Page } from '@playwright/test';
import { readComparedRun } from '../../certificate/compared-run.ts';
import { compareRuns } from '../../reports/compare/compare-runs.ts';
import { comparisonPage } from '../../reports/compare/comparison-page.tsx';
import type { Night } from '../../reports/history/history.ts';
import { trendPage } from '../../reports/history/history-view.tsx';
import { htmlText } from '../../reports/html/page.tsx';
import { readFolder } from '../../reports/report/aggregation.ts';
import type { Report } from '../../reports/report/report.ts';
import { writeReport } from '../../reports/report/report-file.ts';
import { aggregated, plainly } from '../reports/aggregated.ts';
import type { Run } from '../reports/journal-fixture.ts';
import { writeRunInto } from '../reports/run-on-disk.ts';
import { viewOf } from '../reports/view.ts';

/** What a page tried beside showing itself. */
export interface Watched {
  readonly requests: string[];
  /** Dialogs, errors and messages of the console. */
  readonly noises: string[];
}

interface Fixtures {
  /** Opens the page of a run, and sees all that it does. */
  readonly open: (
    run: Run,
    change?: (report: Report) => Report,
    history?: readonly Night[],
  ) => Promise<Watched & { readonly url: string }>;
  /** Opens the page that compares two runs. */
  readonly openComparison: (old: Run, new_: Run) => Promise<Watched & { readonly url: string }>;
  /** Opens the page of a trend. */
  readonly openTrend: (nights: readonly Night[]) => Promise<Watched & { readonly url: string }>;
}

/** Playwright's test with `open`, `openComparison` and `openTrend`. */
export const test = base.extend<Fixtures & { folder: string }>({
  folder: async ({ page: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-page-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  open: async ({ page, folder }, use) => {
    await use(async (run, change = (report) => report, history = []) => {
      writeRunInto(folder, run);
      const { evidence } = readFolder(folder).report(plainly);
      const path = join(folder, 'report.html');
      writeFileSync(path, htmlText(viewOf(change(aggregated(run)), evidence), history));
      return visit(page, path);
    });
  },
  openComparison: async ({ page, folder }, use) => {
    await use((old, new_) => {
      const [before, after] = ([old, new_] as const).map((run, index) => {
        const kept = join(folder, String(index));
        mkdirSync(kept);
        writeRunInto(kept, run);
        writeReport(kept, aggregated(run));
        return readComparedRun(kept);
      });
      if (before === undefined || after === undefined) throw new Error('Two runs are compared.');
      const path = join(folder, 'comparison.html');
      writeFileSync(path, comparisonPage(compareRuns(before, after, false)));
      return visit(page, path);
    });
  },
  openTrend: async ({ page, folder }, use) => {
    await use((nights) => {
      const path = join(folder, 'trend.html');
      writeFileSync(path, trendPage(nights));
      return visit(page, path);
    });
  },
});

async function visit(page: Page, path: string): Promise<Watched & { readonly url: string }> {
  const url = pathToFileURL(path).href;
  const watched = watch(page);
  await page.goto(url);
  return { ...watched, url };
}

function watch(page: Page): Watched {
  const watched: Watched = { requests: [], noises: [] };
  page.on('request', (request) => watched.requests.push(request.url()));
  page.on('console', (message) => watched.noises.push(message.text()));
  page.on('pageerror', (error) => watched.noises.push(error.message));
  page.on('dialog', (dialog) => {
    watched.noises.push(dialog.message());
    void dialog.dismiss();
  });
  return watched;
}
