import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { reasonOf } from '../../journal/reason.ts';
import type { Report } from '../../reports/report/report.ts';
import { renderSummary, type SummaryLayout } from '../../reports/terminal/terminal.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { aggregated, evidenceOf } from './aggregated.ts';
import { hostile } from './hostile.ts';
import {
  aCase,
  aCheck,
  aFinding,
  aGoodRun,
  anAnswer,
  anExchange,
  judgedPairs,
  type Run,
  withCases,
  withCheck,
} from './journal-fixture.ts';
import { viewOf } from './view.ts';

const gt = 'generate-topology';
const lu = 'list-users';
const must = aggregated(aGoodRun()).coverage.must.total;
const plain: SummaryLayout = { columns: 80, colour: false };

function summaryOf(run: Run, layout: Partial<SummaryLayout> = {}, report: Report = aggregated(run)): string {
  return renderSummary(viewOf(report, evidenceOf(run)), { ...plain, ...layout });
}

function aBrokenRun(words = 'no JSON'): Run {
  const broken = aCase({
    requirement: 'GT-REQ-PARTYHINT',
    operation: gt,
    requests: 40,
    wrong: {
      kind: 'wrong-type',
      pointer: '/partyHint',
      keyword: 'type',
      name: `partyHint is a number ${words}`,
    },
    findings: Array.from({ length: 7 }, (_, index) =>
      aFinding('GT-REQ-PARTYHINT', gt, {
        message: `accepted a request that must be rejected: ${words}`,
        actual: words,
        exchanges: [`GT-REQ-PARTYHINT@generate-topology/1#${index + 1}`],
      }),
    ),
  });
  const exchanges = broken.exchanges.map((exchange) =>
    anExchange(exchange.id, { answer: anAnswer(200, words, `text/html${words}`) }),
  );
  return withCases(aGoodRun(), { ...broken, exchanges });
}

test('What the same page has broken is shown once.', () => {
  const report = aggregated(aBrokenRun());
  const page = { place: 'status', cameBack: { status: 400, mediaType: 'text/html' } } as const;
  const results = report.results
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap((result) =>
      operationStems.map((operation) => ({
        ...result,
        operation,
        findings: result.findings.map((found) => ({
          ...found,
          ...page,
          actual: '400 text/html, from nginx/1',
        })),
      })),
    );
  const text = summaryOf(aBrokenRun(), {}, { ...report, results });
  expect(text).toContain('3 requirements are broken');
  expect(text).toContain('Responses are pages (400 text/html, from nginx/1).');
  expect(text.match(/FAILED/g)).toHaveLength(1);
  expect(text).toContain('→ then 3 of 3 requirements pass, if nothing else is wrong');
});

test('What is wrong in a comparison of pages is shown, because no single response shows it.', () => {
  const id = 'LU-PAGE-COMPLETE';
  const shown = (place: 'relation' | 'body'): string =>
    summaryOf(
      withCases(
        aGoodRun(),
        aCase({
          requirement: id,
          operation: lu,
          findings: [
            aFinding(id, lu, { place, actual: '2 of 20: alice, bob', exchanges: [`${id}@${lu}/1#1`] }),
          ],
        }),
      ),
    );
  expect(shown('relation')).toContain('\n  actual    2 of 20: alice, bob\n  expected  ');
  expect(shown('body')).not.toContain('  actual  ');
});

test('What broke comes first, with all that is needed to see it again.', () => {
  const run = aBrokenRun();
  const lines = summaryOf(run, { folder: 'conformance-results' }).split('\n');
  expect(lines[0]).toBe('ledger-conformance 0.1.0 on http://127.0.0.1:8080/ledger');
  const text = lines.join('\n');
  expect(lines.findIndex((line) => line.startsWith('FAILED'))).toBeLessThan(6);
  for (const expected of [
    'FAILED GT-REQ-PARTYHINT · generate-topology',
    '“| partyHint | string | yes |',
    'sent      POST /ledger/v2/parties/external/generate-topology\n            {"partyHint":"alice"}',
    'example   one thing is wrong: partyHint is a number no JSON',
    'received  200 text/htmlno json\n            no JSON',
    'expected  a string',
    'how often 7 of 40 responses',
    'curl      curl -sS -i http://127.0.0.1:8080/ledger/v2/parties/external/generate-topology \\',
    '-H "Authorization: Bearer $TARGET_TOKEN" \\',
    'again     ledger-conformance run --only GT-REQ-PARTYHINT@generate-topology --seed seed-1 --nonce n1 --output conformance-again',
    `non-conformant (${must} of ${must} MUST exercised)`,
    'results: conformance-results (report.json)',
  ]) {
    expect(text).toContain(expected);
  }
});

test('A page is shown with the software that sent it.', () => {
  const run = aBrokenRun();
  const page = anAnswer(413, '<html><title>Too large</title></html>', 'text/html');
  const answer = { ...page, headers: [...page.headers, ['Server', 'nginx/1.22.1'] as const] };
  const exchanges = run.exchanges.map((each) => ({ ...each, answer }));
  expect(summaryOf({ ...run, exchanges })).toContain('\n  received  413 text/html, from nginx/1.22.1\n');
});

test('The first and last lines of a self-check say that it is one, whatever its result.', () => {
  for (const run of [aGoodRun(), aBrokenRun()]) {
    const target = { kind: 'reference', baseUrl: 'embedded reference server' } as const;
    const reference = { ...run, header: { ...run.header, target } };
    const lines = summaryOf(reference, { folder: 'x' }).trimEnd().split('\n');
    expect(lines[0]).toBe('self-check: no target was tested');
    expect(lines.at(-1)).toBe('self-check: no target was tested');
  }
});

test('Partial coverage is never left unsaid.', () => {
  expect(summaryOf(aGoodRun())).toContain(`\nconformant (${must} of ${must} MUST)\n`);
  const partial = withCheck(
    aGoodRun(),
    aCheck('GT-SYNC-ALIAS', gt, 'not-exercised', 'No alias is configured: set TARGET_SYNCHRONIZER_ALIAS.'),
  );
  expect(summaryOf(partial)).toContain(`\nconformant as far as exercised (${must - 1} of ${must} MUST)\n`);
  expect(summaryOf({ ...aGoodRun(), ended: 'interrupted' })).toContain(
    `\nno verdict: inconclusive (${must} of ${must} MUST exercised)\n`,
  );
});

test('What was not judged is grouped by its reason, with the setting that changes it.', () => {
  const aliasless = aCheck(
    'GT-SYNC-ALIAS',
    gt,
    'not-exercised',
    reasonOf('missing-setting', 'synchronizer-alias'),
  );
  const uncontrolled = judgedPairs
    .filter(({ requirement }) => requirement.startsWith('GT-REQ-'))
    .map(({ requirement, operation }) => aCase({ requirement, operation, control: 'failed' }));
  const text = summaryOf(withCases(withCheck(aGoodRun(), aliasless), ...uncontrolled));
  expect(text).toContain(`\n${uncontrolled.length + 1} not exercised\n`);
  expect(text).toContain(
    `   ${uncontrolled.length}  the matching valid request failed, so this rejection proves nothing\n       → see why the valid request is rejected;`,
  );
  expect(text).toContain(
    '    1  No alias is configured: set TARGET_SYNCHRONIZER_ALIAS.\n       GT-SYNC-ALIAS\n',
  );
  expect(text).toMatch(/ and \d+ more\n/);
});

test('Long lists are cut and say how much is left in report.json.', () => {
  const cases = judgedPairs
    .filter(({ requirement }) => requirement.startsWith('GT-REQ-') || requirement.startsWith('LU-USER'))
    .map(({ requirement, operation }) =>
      aCase({
        requirement,
        operation,
        findings: Array.from({ length: 9 }, (_, index) =>
          aFinding(requirement, operation, { message: `breach ${index}` }),
        ),
      }),
    );
  const text = summaryOf(withCases(aGoodRun(), ...cases));
  expect(text.match(/^FAILED /gm)).toHaveLength(1);
  expect(text.match(/^ {4}→ then \d+ of/gm)).toHaveLength(9);
  expect(text).toContain('\n  … and 5 more in report.json\n');
  expect(text).toContain(`${cases.length} MUST requirements are broken: `);
});

test('Warnings have an example and a command as failures have, and observations are short.', () => {
  const warned = aCase({
    requirement: 'ERR-NO-5XX',
    operation: lu,
    findings: [aFinding('ERR-NO-5XX', lu, { message: 'answered 500' })],
  });
  const observations = Array.from(
    { length: 60 },
    (_, index) => ({ id: 'LU-OPEN-ORDER', operation: lu, value: `${index}` }) as const,
  );
  const text = summaryOf(
    withCases(aGoodRun(), warned, aCase({ requirement: 'LU-SUCCESS', operation: lu, observations })),
  );
  expect(text).toMatch(
    /\n1 warning\n\nWARNED ERR-NO-5XX · list-users\n[\s\S]*curl -sS[\s\S]*again {5}ledger-conformance/,
  );
  expect(text).toContain(
    '\n60 observations of behaviour the document leaves open\n  LU-OPEN-ORDER · list-users: 0\n  … all are in report.json\n',
  );
});

test('No line is wider than the terminal, but for commands, which can be pasted.', () => {
  const text = summaryOf(aBrokenRun('日本語'.repeat(60)), { columns: 80 });
  const wide = text.split('\n').filter((line) => Array.from(line.replace(/[日本語]/g, '##')).length > 80);
  for (const line of wide) expect(line).toMatch(/^ {2}(curl {6}| {10})|^ {2}again {5}ledger-conformance/);
  expect(text).toContain('…');
});

test('There are colours only where they are asked for, and they change no word.', () => {
  const run = aBrokenRun();
  const coloured = summaryOf(run, { colour: true });
  expect(coloured).toContain('\u001b[');
  expect(stripVTControlCharacters(coloured)).toBe(summaryOf(run));
  expect(summaryOf(run)).not.toContain('\u001b');
});

test('Hostile text from a target does nothing to a terminal or a CI log.', () => {
  const text = summaryOf(aBrokenRun(hostile));
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(text).not.toMatch(/^\s*::|##\w*\[/m);
  expect(text).toContain('stolen');
  const narrow = summaryOf(aBrokenRun(`${'x'.repeat(68)}::error::y ${'z'.repeat(67)} ::error::y`), {
    columns: 80,
  });
  expect(narrow).not.toMatch(/^\s*::/m);
});

test('An incomplete answer is shown with the part that arrived.', () => {
  const run = aBrokenRun();
  const failure = {
    kind: 'cut',
    message: 'The connection ended inside the answer (EOF).',
  } as const;
  const exchanges = run.exchanges.map((exchange) => ({ ...exchange, failure }));
  const text = summaryOf({ ...run, exchanges });
  expect(text).toContain('The connection ended inside the answer');
});

test('A summary does without exchanges that are not there.', () => {
  const run = aBrokenRun();
  const text = summaryOf({ ...run, exchanges: [], cases: run.cases }, {}, aggregated(run));
  expect(text).toContain('received  no JSON');
  expect(text).not.toContain('curl ');
});
