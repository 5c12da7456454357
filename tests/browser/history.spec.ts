import { expect } from '@playwright/test';
import type { Report } from '../../reports/report/report.ts';
import { nightsWith } from '../reports/nights.ts';
import { violations } from './axe.ts';
import { test } from './pages.ts';
import { aMixedRun } from './runs.ts';

const nights = nightsWith({
  'GT-RES-PARTYID': [...Array(20).fill('passed'), ...Array(8).fill('failed')],
  'LU-RES-USERS': Array.from({ length: 28 }, (_, at) => (at % 5 === 0 ? 'failed' : 'passed')),
  'ERR-NO-5XX': [...Array(9).fill('passed'), ...Array(4).fill('warned'), ...Array(15).fill('passed')],
});

/** The run of the page is the last. */
const later = (report: Report): Report => ({
  ...report,
  run: { ...report.run, startedAt: '2026-04-01T02:00:00.000Z' },
});

test('A report with a history says which requirement failed when, in a picture and in words.', async ({
  page,
  open,
}) => {
  const { requests, noises, url } = await open(aMixedRun(), later, nights.slice(0, 5));
  await page.getByRole('link', { name: 'History' }).click();
  const history = page.locator('#history');
  await expect(history.getByRole('img', { name: 'Broken requirements on 6 nights' })).toBeVisible();
  await expect(history.locator('.trend .label').filter({ hasText: 'LU-RES-USERS · users' })).toBeVisible();
  await expect(history.locator('.broken-when li').filter({ hasText: 'LU-RES-USERS' })).toContainText(
    'failed 2026-03-01 (1 night)',
  );
  await history.getByRole('link', { name: 'LU-RES-USERS · list-users' }).click();
  await expect(page.locator('[id="check/LU-RES-USERS/list-users"]')).toBeInViewport();
  expect(requests.filter((request) => request.split('#')[0] !== url)).toEqual([]);
  expect(noises).toEqual([]);
});

test('Without a history there is no view of it.', async ({ page, open }) => {
  await open(aMixedRun());
  await expect(page.getByRole('link', { name: 'History' })).toHaveCount(0);
  await page.keyboard.press('5');
  await expect(page.locator('#checks')).toBeVisible();
});

test.describe('Accessibility', () => {
  // axe is a script of its own, which the page's policy would stop.
  test.use({ bypassCSP: true });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing in a trend (${colorScheme}), and it fits a phone.`, async ({
      page,
      openTrend,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      await openTrend(nights);
      await page.locator('summary').click();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }

  test('axe finds nothing in the history of a report, and it fits a phone.', async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(aMixedRun(), later, nights);
    await page.getByRole('link', { name: 'History' }).click();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
