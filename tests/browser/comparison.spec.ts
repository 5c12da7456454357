import { expect } from '@playwright/test';
import { hostile } from '../reports/hostile.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';
import { violations } from './axe.ts';
import { test } from './pages.ts';
import { aMixedRun } from './runs.ts';

test('A comparison says what became worse and why, asks for nothing and runs nothing.', async ({
  page,
  openComparison,
}) => {
  const { requests, noises, url } = await openComparison(aGoodRun(), aMixedRun(hostile));
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  const worse = page.locator('section').filter({ hasText: 'Newly failing' });
  await expect(worse.locator('.change').filter({ hasText: 'GT-RES-PARTYID on' })).toContainText(
    'GT-RES-PARTYID on generate-topology',
  );
  await expect(worse.locator('.change').filter({ hasText: 'GT-RES-PARTYID on' })).toContainText(
    'likely cause: flakiness. How often it showed: 1 of 3 responses',
  );
  expect(requests).toEqual([url]);
  expect(noises).toEqual([]);
  expect(await page.locator('script, img, iframe, testcase').count()).toBe(0);
});

test.describe('Accessibility', () => {
  // axe is a script of its own, which the page's policy would stop.
  test.use({ bypassCSP: true });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing in a comparison (${colorScheme}), and it fits a phone.`, async ({
      page,
      openComparison,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      await openComparison(aGoodRun(), aMixedRun());
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }
});
