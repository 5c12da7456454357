import { expect } from '@playwright/test';
import { test } from './pages.ts';
import { aMixedRun } from './runs.ts';

test('Search, outcome and operation narrow what is shown, and Clear brings it back.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: 'By check' }).click();
  const checks = page.locator('.check:visible');
  const all = await checks.count();
  await page.getByLabel('Outcome').selectOption('failed');
  await expect(checks).toHaveCount(1);
  await expect(page.locator('#shown')).toHaveText(`1 of ${all}`);
  await page.getByLabel('Outcome').selectOption('');
  await page.getByLabel('Operation').selectOption('list-users');
  await expect(checks.locator('.operation', { hasText: 'generate-topology' })).toHaveCount(0);
  await page.getByRole('searchbox').fill('answered with STATUS 500');
  await expect(checks).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(checks).toHaveCount(all);
});

test('The exchanges of findings are found by outcome, those of a case by its id.', async ({ page, open }) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: 'By exchange' }).click();
  const exchanges = page.locator('.exchange:visible');
  await page.getByLabel('Outcome').selectOption('warned');
  await expect(exchanges).toHaveCount(1);
  await page.getByLabel('Outcome').selectOption('');
  await page.getByRole('searchbox').fill('GT-RES-PARTYID@generate-topology/1#3');
  await expect(exchanges).toHaveCount(1);
});

test('A count of the first screen shows the checks with that outcome.', async ({ page, open }) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: '1 failed' }).click();
  await expect(page.locator('.check:visible')).toHaveCount(1);
});

test('A link to what a filter hides takes the filter away.', async ({ page, open }) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: 'By check' }).click();
  await page.getByLabel('Outcome').selectOption('warned');
  await page.evaluate(() => {
    location.hash = 'check/GT-RES-PARTYID/generate-topology';
  });
  await expect(page.locator('[id="check/GT-RES-PARTYID/generate-topology"]')).toBeInViewport();
});

test('Keys: slash searches, Escape clears, j and k go through the findings, digits choose a view.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await page.keyboard.press('2');
  await expect(page.locator('#checks')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('.finding').nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.locator('.finding').nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.locator('.finding').nth(0)).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('jk2');
  await expect(page.getByRole('searchbox')).toHaveValue('jk2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('A key that comes at once behind another acts where that one has led, and the way back is there.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await page.evaluate(() => {
    for (const key of ['2', 'j'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expect(page.locator('#checks .finding').nth(0)).toBeFocused();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expect(page.locator('#checks .finding').nth(0)).toBeFocused();
  await page.goBack();
  await expect(page.locator('#clauses')).toBeVisible();
});

test('Single keys can be switched off.', async ({ page, open }) => {
  await open(aMixedRun());
  await page.getByText('Keys', { exact: true }).click();
  await page.getByLabel('keys are on').uncheck();
  await page.locator('h1').click();
  await page.keyboard.press('2');
  await expect(page.locator('#checks')).toBeHidden();
});

test('A command is copied, and selected where copying is not allowed.', async ({ page, context, open }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(aMixedRun());
  const button = page.getByRole('button', { name: 'Copy' }).first();
  await button.click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'ledger-conformance run --seed',
  );
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy' }).nth(1).click();
  expect(await page.evaluate(() => String(getSelection()))).toBe('ledger-conformance judge .');
});
