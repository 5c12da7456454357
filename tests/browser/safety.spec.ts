import { expect } from '@playwright/test';
import type { Report } from '../../reports/report/report.ts';
import { hostile } from '../reports/hostile.ts';
import { anAnswer, type Run } from '../reports/journal-fixture.ts';
import { test } from './pages.ts';
import { aMixedRun } from './runs.ts';

const markup = [
  '<script>alert(1)</script>',
  '<img src="http://127.0.0.1:9/x" onerror="alert(2)">',
  '"><svg onload=alert(3)>',
  '</pre></details></main><style>*{display:none}</style><base href="http://127.0.0.1:9/">',
  '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
  '<iframe srcdoc="<script>alert(4)</script>"></iframe>',
  '<!-- ]]> &lt;b&gt; &#x3c;b> ',
  hostile,
].join(' ');
const megabyte = `${markup} ${'<b>x</b>'.repeat(125_000)}`;

function hostileRun(): Run {
  const run = aMixedRun(megabyte);
  return {
    ...run,
    exchanges: run.exchanges.map((exchange) =>
      exchange.id.startsWith('GT-RES-PARTYID')
        ? {
            ...exchange,
            answer: {
              ...anAnswer(200, JSON.stringify({ partyId: megabyte, [markup]: markup })),
              reason: markup,
              headers: [
                ['Content-Type', markup],
                [markup, megabyte],
              ] as const,
            },
          }
        : { ...exchange, answer: anAnswer(200, megabyte, 'text/html') },
    ),
  };
}

function hostileReport(report: Report): Report {
  return {
    ...report,
    profile: markup,
    target: { kind: 'target', baseUrl: `javascript:alert(5)//${megabyte}` },
    run: { ...report.run, seed: markup, nonce: markup, effort: markup, shard: markup },
    gate: { status: 1, causes: [megabyte] },
  };
}

/** How many elements of each kind a page has, text aside. */
const countElements = (): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { localName } of document.querySelectorAll('*'))
    counts[localName] = (counts[localName] ?? 0) + 1;
  return counts;
};

test('The page asks for nothing but itself.', async ({ page, open }) => {
  const { requests, noises, url } = await open(aMixedRun());
  for (const view of ['By check', 'By exchange', 'By clause'])
    await page.getByRole('link', { name: view }).click();
  expect(requests.map((request) => request.split('#')[0]).filter((request) => request !== url)).toEqual([]);
  expect(noises).toEqual([]);
});

test('The policy of the page stops scripts, styles, pictures and connections that are not its own.', async ({
  page,
  open,
}) => {
  const { requests, url } = await open(aMixedRun());
  const stopped = await page.evaluate(async () => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
    const picture = document.createElement('img');
    picture.src = 'http://127.0.0.1:9/picture';
    const style = document.createElement('style');
    style.textContent = '* { color: red }';
    document.body.append(picture, style);
    await fetch('http://127.0.0.1:9/data').catch(() => undefined);
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>markup</b>');
    } catch {
      seen.push('markup from text');
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    return seen;
  });
  expect(stopped).toEqual(
    expect.arrayContaining(['img-src', 'style-src-elem', 'connect-src', 'markup from text']),
  );
  expect(
    requests.filter((request) => request.split('#')[0] !== url && !request.includes('127.0.0.1:9')),
  ).toEqual([]);
});

test('A hostile report changes nothing: no element, no script, no request comes from it.', async ({
  page,
  open,
}) => {
  const { requests, noises, url } = await open(hostileRun(), hostileReport);
  const kinds = Object.keys(await page.evaluate(countElements)).sort();
  await page.keyboard.press('2');
  await page.keyboard.press('j');
  await expect(page.locator('.finding').first()).toBeFocused();
  await page.getByRole('searchbox').fill('<img');
  await expect(page.locator('.check:visible').filter({ hasText: 'GT-RES-PARTYID' })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(noises).toEqual([]);
  expect(requests.filter((request) => request.split('#')[0] !== url)).toEqual([]);
  const plain = await page.evaluate(countElements);
  expect({ script: plain.script, style: plain.style, base: plain.base, meta: plain.meta }).toEqual({
    script: 1,
    style: 1,
    base: undefined,
    meta: 6,
  });
  expect(kinds.filter((kind) => ['img', 'iframe', 'u', 'i', 'form', 'object'].includes(kind))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
