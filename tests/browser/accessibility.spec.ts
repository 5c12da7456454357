import { expect } from '@playwright/test';
import { violations } from './axe.ts';
import { test } from './pages.ts';
import { aMixedRun } from './runs.ts';

// axe is a script of its own, which the page's policy would stop; the policy is tested elsewhere.
test.use({ bypassCSP: true });

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
