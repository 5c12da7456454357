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
  const all = await page.locator('.check').count();
  await page.getByLabel('Outcome').selectOption('failed');
  await expect(checks).toHaveCount(1);
  await expect(page.locator('#shown')).toHaveText(`1 of ${all}`);
  await page.getByLabel('Outcome').selectOption('');
  await page.locator('#cause').selectOption('1');
  await expect(page.locator('#shown')).toHaveText(`1 of ${all}`);
  await page.locator('#cause').selectOption('');
  await page.locator('#level').selectOption('SHOULD');
  await expect(checks.locator('.level').filter({ hasText: /^(?!SHOULD)/ })).toHaveCount(0);
  await page.locator('#level').selectOption('');
  await page.getByLabel('Operation').selectOption('list-users');
  await expect(checks.locator('.operation', { hasText: 'generate-topology' })).toHaveCount(0);
  await page.getByRole('searchbox').fill('answered with STATUS 500');
  await expect(checks).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('.check:not([hidden])')).toHaveCount(all);
  await expect(page.locator('#shown')).toHaveText(`${all} of ${all}`);
});

test('A closed row that a search finds shows the words with the text around them.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: 'By exchange' }).click();
  await expect(page.locator('.exchange:visible').filter({ hasText: 'HTTP-STABLE' })).toHaveCount(0);
  await page.getByRole('searchbox').fill('alice');
  const row = page.locator('.exchange:visible').first();
  await expect(row).not.toHaveAttribute('open');
  await expect(row.locator('.hit')).toContainText('"partyHint": "alice"');
  await expect(row.locator('.hit mark')).toHaveText('alice');
  await row.locator('summary').click();
  await expect(row.locator('.hit')).toBeHidden();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('.hit')).toHaveCount(0);
  await expect(page.locator('#exchanges > details[open] .outcome.passed')).toHaveCount(0);
});

test('A search in the document opens the notes that contain the words.', async ({ page, open }) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: 'By clause' }).click();
  const note = page.locator('.excluded').first();
  await expect(note).not.toHaveAttribute('open');
  const words = (await note.evaluate((element) => element.lastChild?.textContent ?? '')).slice(0, 30);
  await page.getByRole('searchbox').fill(words);
  await expect(note).toHaveAttribute('open');
  await page.keyboard.press('Escape');
  await expect(note).not.toHaveAttribute('open');
});

test('Everything in a view can be expanded and collapsed at once.', async ({ page, open }) => {
  await open(aMixedRun());
  const view = page.locator('#checks');
  const closed = view.locator('details:not([open])');
  await view.getByRole('button', { name: 'Expand all' }).click();
  await expect(closed).toHaveCount(0);
  await view.getByRole('button', { name: 'Collapse all' }).click();
  await expect(view.locator('details[open]')).toHaveCount(0);
  await expect(page.locator('.check:visible')).toHaveCount(0);
});

test('The colours follow the choice, which a reload keeps.', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(aMixedRun());
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByLabel('Theme').selectOption('dark');
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  await expect(page.getByLabel('Theme')).toHaveValue('dark');
  expect(await background()).toBe(dark);
  await page.getByLabel('Theme').selectOption('auto');
  expect(await background()).toBe(light);
});

test('A browser that stores nothing for files gets the choice of colours without an error.', async ({
  page,
  open,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  const { noises } = await open(aMixedRun());
  await page.getByLabel('Theme').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(noises).toEqual([]);
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
  await page.keyboard.press('3');
  await expect(page.locator('#exchanges')).toBeVisible();
  await page.goBack();
  await expect(page.locator('#checks')).toBeVisible();
});

test('Single keys can be switched off.', async ({ page, open }) => {
  await open(aMixedRun());
  await page.getByText('Keys', { exact: true }).click();
  await page.getByLabel('keys are on').uncheck();
  await page.locator('h1').click();
  await page.keyboard.press('3');
  await expect(page.locator('#exchanges')).toBeHidden();
});

test('A command is copied, and selected where copying is not allowed.', async ({ page, context, open }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(aMixedRun());
  const copy = page.locator('.first').getByRole('button');
  await copy.first().click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'ledger-conformance run --seed',
  );
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.nth(1).click();
  expect(await page.evaluate(() => String(getSelection()))).toBe('ledger-conformance judge .');
});

test('The bodies, the curl command and the address of an exchange are copied.', async ({
  page,
  context,
  open,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { url } = await open(aMixedRun());
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const finding = page.locator('.finding').filter({ hasText: 'is required and missing' });
  await finding.locator('summary').first().click();
  await finding.getByRole('button', { name: 'Copy response body' }).click();
  await expect(finding.getByText('Copied')).toBeVisible();
  expect(JSON.parse(await clipboard())).toEqual({ partyId: 42, said: '/partyId must be string' });
  await finding.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(clipboard).toBe(`${url}#finding/GT-RES-PARTYID/generate-topology/2`);
  await page.goto('about:blank');
  await page.goto(`${url}#exchange/GT-RES-PARTYID@generate-topology/1%232`);
  const exchange = page.locator('[id="exchange/GT-RES-PARTYID@generate-topology/1#2"]');
  await exchange.getByRole('button', { name: 'Copy request body' }).click();
  await expect.poll(clipboard).toContain('"partyHint": "alice"');
  await exchange.getByRole('button', { name: 'Copy curl' }).click();
  await expect.poll(clipboard).toContain('curl -sS -i http://127.0.0.1:8080/ledger/v2/parties');
  await exchange.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(clipboard).toBe(`${url}#exchange/GT-RES-PARTYID@generate-topology/1%232`);
  await page.goto('about:blank');
  await page.goto(`${url}#finding/GT-RES-PARTYID/generate-topology/2`);
  await expect(finding).toBeFocused();
});
