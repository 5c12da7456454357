import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { test } from './pages.ts';
import { aMixedRun } from './runs.ts';

// axe is a script of its own, which the page's policy would stop; the policy is tested elsewhere.
test.use({ bypassCSP: true });

/** States of a page; each is a test of its own, because axe takes seconds for each. */
const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the first view': async () => undefined,
  'the view by clause': (page) => openSome(page, 'By clause'),
  'the view by check': (page) => openSome(page, 'By check'),
  'the view by exchange': (page) => openSome(page, 'By exchange'),
  'the response times': (page) => openSome(page, 'Times'),
  'the hits of a search': async (page) => {
    await page.getByRole('link', { name: 'By check' }).click();
    await page.getByRole('searchbox').fill('topology 400');
    await page.getByRole('button', { name: 'Collapse all' }).click();
  },
};

/** Opens some of each kind of rows in a view: axe would need minutes for everything. */
async function openSome(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click();
  await page.locator('.view:visible').evaluate((view) => {
    const kinds = [
      'details.group',
      '.group details.group',
      'details.item',
      '.observed details',
      'details.sent',
      '.excluded',
    ];
    for (const kind of kinds)
      for (const details of [...view.querySelectorAll<HTMLDetailsElement>(kind)].slice(0, 4))
        details.open = true;
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    for (const [state, enter] of Object.entries(states)) {
      test(`axe finds nothing in ${state} (${colorScheme}, ${width} pixels wide).`, async ({
        page,
        open,
      }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        await open(aMixedRun());
        await enter(page);
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      });
    }
  }
}
