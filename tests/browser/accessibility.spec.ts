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
      for (const name of ['By clause', 'By exchange', 'Times', 'By check']) {
        await page.getByRole('link', { name }).click();
        // Some of each kind: axe would need minutes for everything.
        await page.locator('.view:visible').evaluate((view) => {
          for (const kind of [
            'details.group',
            '.group details.group',
            'details.item',
            '.observed details',
            'details.sent',
            '.excluded',
          ])
            for (const details of [...view.querySelectorAll<HTMLDetailsElement>(kind)].slice(0, 4))
              details.open = true;
        });
        expect(await violations(page)).toEqual([]);
      }
      await page.getByRole('searchbox').fill('topology 400');
      await page.getByRole('button', { name: 'Collapse all' }).click();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }
}
