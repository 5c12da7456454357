import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { leniencies } from '../../generators/leniencies/catalogue.ts';
import { htmlText } from '../../reports/html/page.tsx';
import { readFolder } from '../../reports/report/aggregation.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { pitfalls } from '../../requirements/pitfalls/catalogue.ts';
import { aggregated, plainly } from './aggregated.ts';
import { hostile } from './hostile.ts';
import { contentsOf, pageOf } from './html-page.ts';
import { aCase, aFinding, aGoodRun, anAnswer, anExchange, type Run, withCases } from './journal-fixture.ts';
import { viewOf } from './view.ts';
import { writeRun } from './write-run.ts';

const gt = 'generate-topology';

/** A run in which partyId is a number, seen in `count` exchanges. */
function aBadRun(message = '/partyId must be string', count = 3): Run {
  const found = aCase({
    requirement: 'GT-RES-PARTYID',
    operation: gt,
    requests: count,
    findings: [aFinding('GT-RES-PARTYID', gt, { message, actual: message })],
  });
  const exchanges = found.exchanges.map(({ id }) =>
    anExchange(id, { answer: anAnswer(200, JSON.stringify({ partyId: 42, said: message })) }),
  );
  return withCases(aGoodRun(), { ...found, exchanges });
}

test('The policy names the hashes of the one script and the one style sheet, and allows nothing else.', () => {
  const page = pageOf(aBadRun());
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(contentsOf(page, 'script').map(hash)).toEqual([/script-src ([^;]*)/.exec(policy)?.[1]]);
  expect(contentsOf(page, 'style').map(hash)).toEqual([/style-src ([^;]*)/.exec(policy)?.[1]]);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test('The page names no address to load from, and holds no inline handler and no style attribute.', () => {
  const page = pageOf(aBadRun());
  const tags = page.match(/<[a-z][^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(1_000);
  expect(tags.filter((tag) => /\s(on\w+|style|src|action|srcset|ping)=/.test(tag))).toEqual([]);
  const links = tags.flatMap((tag) => /\shref="([^"]*)"/.exec(tag)?.[1] ?? []);
  const sources = [...pitfalls, ...leniencies].flatMap(({ stacks }) => stacks.map(({ source }) => source));
  expect(links.filter((link) => !link.startsWith('#') && !sources.includes(link))).toEqual([]);
});

test('Every link leads to an element of the page, and no two elements have the same id.', () => {
  const page = pageOf(aBadRun());
  const ids = [...page.matchAll(/<[a-z][^>]*\sid="([^"]*)"/g)].map(([, id = '']) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...page.matchAll(/\shref="#([^"]*)"/g)].map(([, link = '']) => decodeURIComponent(link));
  expect(links.length).toBeGreaterThan(500);
  expect(links.filter((link) => !ids.includes(link))).toEqual([]);
});

test('Every requirement stands beside its words, and every check has its place.', () => {
  const page = pageOf(aGoodRun());
  for (const { id, operations, excluded } of requirements) {
    expect(page).toContain(`id="requirement/${id}"`);
    if (excluded !== undefined) continue;
    for (const operation of operations) expect(page).toContain(`id="check/${id}/${operation}"`);
  }
});

test('The same run gives the same bytes, whatever the order of its lines and the time zone.', () => {
  const run = aBadRun();
  const report = aggregated(run);
  const [one, other] = [writeRun(run), writeRun(run, (lines) => [...lines].reverse())];
  const zone = process.env.TZ;
  const first = htmlText(viewOf(report, readFolder(one).report(plainly).evidence));
  process.env.TZ = 'Pacific/Kiritimati';
  const second = htmlText(viewOf(report, readFolder(other).report(plainly).evidence));
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  expect(second).toBe(first);
  expect(first).toContain('2026-01-02 03:04:05 UTC');
});

test('The value that a finding points at is marked in the answer.', () => {
  expect(pageOf(aBadRun())).toContain('&quot;partyId&quot;: <mark>42</mark>');
});

test('Words of a target stay text: no tag comes from them, and no control character is left.', () => {
  const hostileRun = aBadRun(`${hostile}<script>alert(1)</script><img src=x onerror=alert(1)>`);
  const page = pageOf(hostileRun, (report) => ({
    ...report,
    target: { kind: 'target', baseUrl: `javascript:alert(1)//"><b>${hostile}` },
    run: { ...report.run, seed: `"><b>${hostile}`, nonce: "'><i>" },
    gate: { ...report.gate, causes: [`<b>${hostile}`] },
    observations: [{ id: 'GT-OPEN-HINT', operation: gt, value: `<u>${hostile}</u>` }],
  }));
  const tagsOf = (text: string): string[] => [...new Set(text.match(/<[a-zA-Z!/][^\s>]*/g))].sort();
  expect(tagsOf(page.replace(/<(script|style).*?<\/\1>/gs, ''))).toEqual(
    tagsOf(pageOf(aBadRun()).replace(/<(script|style).*?<\/\1>/gs, '')),
  );
  expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(page).toContain('⟨U+202E⟩');
  expect(contentsOf(page, 'script')).toHaveLength(1);
});

test('A megabyte in every field, and more exchanges than fit, make no page above 3 MB.', () => {
  const megabyte = '<&"\u0001'.repeat(250_000);
  const many = Array.from({ length: 10 }, (_, number) =>
    aCase({
      requirement: 'GT-RES-PARTYID',
      operation: gt,
      number: number + 1,
      requests: 60,
      findings: [
        aFinding('GT-RES-PARTYID', gt, {
          message: `${number} ${megabyte}`,
          actual: megabyte,
          exchanges: [`GT-RES-PARTYID@${gt}/${number + 1}#1`],
        }),
      ],
    }),
  ).map((each) => ({
    ...each,
    exchanges: each.exchanges.map((exchange, index) =>
      index === 0
        ? {
            ...exchange,
            answer: {
              ...anAnswer(200, JSON.stringify({ partyId: megabyte })),
              reason: megabyte,
              headers: [[megabyte, megabyte] as const],
            },
          }
        : anExchange(exchange.id, {
            answer: anAnswer(200, JSON.stringify({ list: Array(500).fill('<"value">') })),
          }),
    ),
  }));
  const run = withCases(aGoodRun(), ...many);
  const page = pageOf(run, (report) => ({
    ...report,
    target: { kind: 'target', baseUrl: megabyte },
    observations: Array.from({ length: 3_000 }, (_, number) => ({
      id: 'GT-OPEN-HINT',
      operation: gt,
      value: `${number} ${megabyte.slice(0, 400)}`,
    })),
  }));
  expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
  expect(page).toContain('✂');
  expect(page).toMatch(/[\d,]+ of [\d,]+ exchanges are shown/);
}, 900_000);
