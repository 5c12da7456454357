import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test as base, type Page } from '@playwright/test';
import { htmlFile, writeHtml } from '../../reports/html/write-html.ts';
import type { Report } from '../../reports/report.ts';
import { folded } from '../reports/folded.ts';
import { type Run, writeRunInto } from '../reports/journal-fixture.ts';

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
  ) => Promise<Watched & { readonly url: string }>;
}

/** Playwright's test with `open`. */
export const test = base.extend<Fixtures>({
  open: async ({ page }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-page-'));
    await use(async (run, change = (report) => report) => {
      writeRunInto(folder, run);
      writeHtml(folder, change(folded(run)));
      const url = pathToFileURL(join(folder, htmlFile)).href;
      const watched = watch(page);
      await page.goto(url);
      return { ...watched, url };
    });
    rmSync(folder, { recursive: true, force: true });
  },
});

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
