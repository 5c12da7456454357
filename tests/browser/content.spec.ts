import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { aGoodRun, judgedPairs } from '../reports/journal-fixture.ts';
import { aWaivedRun } from '../reports/waived-report.ts';
import { test } from './pages.ts';
import { aLongRun, aMixedRun, aRunWithValues } from './runs.ts';

test('The first screen says verdict, target, profile, counts, what broke and how to repeat it.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await expect(page.getByRole('heading', { level: 1 })).toContainText('non-conformant');
  for (const text of [
    'http://127.0.0.1:8080/ledger',
    'document',
    '1 ✗ failed',
    '1 ▲ warned',
    '/partyId must be string',
    'ledger-conformance run --seed seed-1 --nonce n1',
  ]) {
    await expect(page.getByText(text).first()).toBeInViewport();
  }
});

test('A page opens with the checks if something broke, and with the document otherwise.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await expect(page.locator('#checks .finding').first()).toBeVisible();
  await open(aGoodRun());
  await expect(page.locator('#clauses')).toBeVisible();
  await expect(page.locator('#checks')).toBeHidden();
});

test('The matrix has a cell for every check, broken ones first, and each leads to its check.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await expect(page.locator('.cell')).toHaveCount(judgedPairs.length);
  const first = page.locator('.cell').first();
  await expect(first).toHaveText('✗');
  await expect(first).toHaveAccessibleName('GT-RES-PARTYID on generate-topology: failed');
  const passed = page.getByRole('link', { name: 'LU-RES-USERS on list-users: passed' });
  await passed.click();
  await expect(page.locator('[id="check/LU-RES-USERS/list-users"]')).toHaveAttribute('open');
});

test('On a phone a report is short, and no command is broken inside a word.', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const run of [aMixedRun(), aGoodRun()]) {
    await open(run);
    const [height, width] = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return [scrollHeight, scrollWidth];
    });
    expect(height).toBeLessThan(6_000);
    expect(width).toBe(390);
  }
  await open(aMixedRun());
  const words = await page
    .locator('.copyable:visible pre span')
    .evaluateAll((all) => all.map((word) => word.getClientRects().length));
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter((lines) => lines !== 1)).toEqual([]);
});

test('The clause view colours the words of the document, and says what was observed of the unstated ones.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: 'By clause' }).click();
  const row = page.getByRole('row').filter({ hasText: 'GT-RES-PARTYID' });
  await expect(row.locator('.words.failed').first()).toContainText('partyId');
  await expect(row).toContainText('failed: topology');
  const hint = page.locator('[id="requirement/GT-OPEN-HINT"]');
  await expect(hint).toContainText('a hint of 186 letters: 400 application/json');
});

test('A link of the clause view leads to the check, from there to the exchange, and back.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: 'By clause' }).click();
  await page.locator('[id="requirement/GT-RES-PARTYID"]').getByRole('link').click();
  const check = page.locator('[id="check/GT-RES-PARTYID/generate-topology"]');
  await expect(check).toBeInViewport();
  await expect(page.locator('#clauses')).toBeHidden();
  await expect(check.locator('mark').first()).toHaveText('42');
  await check.getByText('1 exchange shows it').first().click();
  await check.getByRole('link', { name: 'GT-RES-PARTYID@generate-topology/1#1' }).first().click();
  const exchange = page.locator('[id="exchange/GT-RES-PARTYID@generate-topology/1#1"]');
  await expect(exchange).toHaveAttribute('open');
  await expect(exchange.locator('mark')).toHaveText('42');
  await page.goBack();
  await expect(check).toBeInViewport();
});

test('A member that is missing is marked where it should be.', async ({ page, open }) => {
  await open(aMixedRun());
  const finding = page.locator('.finding').filter({ hasText: 'is required and missing' });
  await expect(finding.locator('mark')).toHaveText('← publicKeyFingerprint is missing here');
});

test('An expected and a received value stand side by side, with marks on the difference.', async ({
  page,
  open,
}) => {
  await open(aRunWithValues());
  const difference = page.locator('.finding .difference');
  await expect(difference).toContainText('Expected in it');
  await expect(difference.locator('dd').nth(0).locator('mark')).toHaveText('ffff');
  await expect(difference.locator('dd').nth(1).locator('mark')).toHaveText(['alice::']);
});

test('An address with a fragment opens what it names.', async ({ page, open }) => {
  const { url } = await open(aMixedRun());
  await page.goto('about:blank');
  await page.goto(`${url}#exchange/ERR-NO-5XX@list-users/1%231`);
  const exchange = page.locator('[id="exchange/ERR-NO-5XX@list-users/1#1"]');
  await expect(exchange).toHaveAttribute('open');
  await expect(exchange.locator('summary')).toBeInViewport();
  await expect(exchange.locator('summary')).toBeFocused();
});

test('Without a script everything can be read and links work.', async ({ browser, open }) => {
  const { url } = await open(aMixedRun());
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  for (const view of ['#clauses', '#checks', '#exchanges']) await expect(page.locator(view)).toBeVisible();
  await expect(page.locator('.filters')).toBeHidden();
  await expect(page.locator('.finding mark').first()).toHaveText('42');
  await page.locator('[id="requirement/GT-RES-PARTYID"]').getByRole('link').click();
  await expect(page.locator('[id="check/GT-RES-PARTYID/generate-topology"]')).toBeInViewport();
  await context.close();
});

test('On paper the findings are there and the controls are not.', async ({ page, open }) => {
  await open(aMixedRun());
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.finding').first()).toBeVisible();
  await expect(page.locator('.toolbar')).toBeHidden();
  await expect(page.locator('button.copy').first()).toBeHidden();
});

test('A page with 2,000 exchanges opens in about the time that it takes without its scripts.', async ({
  page,
  open,
}) => {
  const { url } = await open(aLongRun());
  expect(await page.locator('.exchange').count()).toBeGreaterThan(1_900);
  const plain = fileURLToPath(new URL('plain.html', url));
  writeFileSync(plain, readFileSync(fileURLToPath(url), 'utf8').replace(/<script\b[\s\S]*?<\/script>/g, ''));
  const times: Record<string, number[]> = { [url]: [], [`${pathToFileURL(plain)}`]: [] };
  for (let turn = 0; turn < 5; turn += 1) {
    for (const [address, taken] of Object.entries(times)) {
      await page.goto('about:blank');
      await page.goto(address);
      taken.push(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration ?? 0));
    }
  }
  const [scripted = 0, bare = 0] = Object.values(times).map((taken) => Math.min(...taken));
  // About one on an idle machine; a busy one gives now one of them more time, now the other.
  expect(scripted / bare).toBeLessThan(4);
});

test('A waived failure stays a failure, and the page says who waived it, until when and why.', async ({
  page,
  open,
}) => {
  await open(aWaivedRun());
  const waivers = page.locator('.waivers');
  await expect(waivers).toContainText('active GT-RES-PARTYID until 2026-02-28, the ledger team');
  await expect(waivers).toContainText('stale The waiver of LU-PAGE-SIZE');
  await page.getByRole('link', { name: 'By check' }).click();
  const check = page.locator('[id="check/GT-RES-PARTYID/generate-topology"]');
  await expect(check).toContainText('failed');
  await expect(check.locator('.waived')).toContainText('waived until 2026-02-28 by the ledger team');
});

test('The times of each operation are a picture with percentiles, and the slowest exchanges lead to their messages.', async ({
  page,
  open,
}) => {
  await open(aMixedRun());
  await page.getByRole('link', { name: 'Times' }).click();
  const picture = page.getByRole('img', {
    name: 'responses of generate-topology: half of them within 1.5 ms',
  });
  await expect(picture).toBeVisible();
  await expect(picture.locator('text').filter({ hasText: '99 % 1.5 ms' })).toBeVisible();
  const slowest = page.locator('.durations').first().locator('details');
  await slowest.locator('summary').click();
  await slowest.getByRole('link').first().click();
  await expect(page.locator('#exchanges .exchange[open]').first()).toBeInViewport();
});
