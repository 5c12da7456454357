import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { test } from './pages.ts';
import { aMixedRun } from './runs.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// axe is a script of its own, which the page's policy would stop; the policy is tested elsewhere.
test.use({ bypassCSP: true });

/** What axe holds against the page as it stands, in words. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe });
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing in any view (${colorScheme}, ${width} pixels wide).`, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await open(aMixedRun());
      expect(await violations(page)).toEqual([]);
      for (const [name, first] of [
        ['By check', '.check'],
        ['By exchange', '.exchange'],
      ] as const) {
        await page.getByRole('link', { name }).click();
        await page.locator(`${first} > summary`).nth(3).click();
        expect(await violations(page)).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }
}
