import type { CTRFReport } from 'ctrf';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { ctrf } from '../../reports/formats/ctrf.ts';
import { annotations } from '../../reports/formats/github.ts';
import { junitXml } from '../../reports/formats/junit.ts';
import { markdown } from '../../reports/formats/markdown.ts';
import { sarif } from '../../reports/formats/sarif.ts';
import { renderSummary } from '../../reports/terminal/terminal.ts';
import { aggregated, evidenceOf } from '../reports/aggregated.ts';
import { viewOf } from '../reports/view.ts';
import { aRunFailing, aWaivedReport, aWaiver } from '../reports/waived-report.ts';
import { readXml, type XmlNode } from '../reports/well-formed-xml.ts';

const report = aWaivedReport();
const run = { ...aRunFailing(['GT-RES-PARTYID', 'generate-topology']), waivers: [aWaiver('GT-RES-PARTYID')] };

const all = (node: XmlNode, name: string): XmlNode[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => all(child, name)),
];

test('JUnit: a waived failure is skipped, with who waived it; a red waiver is a failure.', () => {
  const root = readXml(junitXml(viewOf(report)));
  const messages = (name: string): string[] =>
    all(root, name).map(({ attributes }) => attributes.message ?? '');
  expect(messages('skipped')).toContainEqual(
    expect.stringContaining(
      'waived until 2026-02-28 by the ledger team (https://tracker.example/LEDGER-7): The release',
    ),
  );
  const suite = all(root, 'testsuite').find(({ attributes }) => attributes.name === 'waivers');
  expect(suite?.attributes).toMatchObject({ tests: '8', failures: '4', skipped: '1' });
  expect(all(suite ?? expect.fail(), 'failure').map(({ attributes }) => attributes.type)).toEqual([
    'expired waiver',
    'stale waiver',
    'mismatched waiver',
    'unknown waiver',
  ]);
  for (const node of [root, ...all(root, 'testsuite')]) {
    expect(node.attributes.failures).toBe(String(all(node, 'failure').length));
    expect(node.attributes.tests).toBe(String(all(node, 'testcase').length));
  }
});

test('JUnit: where everything that fails is waived, nothing is red.', () => {
  expect(readXml(junitXml(viewOf(aggregated(run)))).attributes).toMatchObject({ failures: '0', errors: '0' });
});

test('CTRF: a waived failure is neither passed nor failed; a red waiver is a failed test.', () => {
  const { tests, summary } = (JSON.parse(ctrf(viewOf(report))) as CTRFReport).results;
  const waived = tests.filter(({ rawStatus }) => rawStatus === 'waived');
  expect(waived.map(({ status }) => status)).toEqual(['other', 'other']);
  expect(waived[0]?.message).toMatch(/^waived until/);
  const red = tests.filter(({ type }) => type === 'waiver');
  expect(red.map(({ status, rawStatus }) => `${status} ${rawStatus}`)).toEqual([
    'failed expired',
    'failed stale',
    'failed mismatched',
    'failed unknown',
  ]);
  expect(summary.failed).toBe(tests.filter(({ status }) => status === 'failed').length);
  expect(summary.tests).toBe(tests.length);
});

test('SARIF: a waived failure is suppressed, and waivers that need attention are notifications.', () => {
  const [log] = (JSON.parse(sarif(viewOf(report), '.env')) as Log).runs;
  const suppressed = log?.results?.filter(({ suppressions }) => suppressions !== undefined) ?? [];
  expect(suppressed.map(({ ruleId }) => ruleId).sort()).toEqual([
    'ERR-NO-5XX',
    'GT-RES-PARTYID',
    'GT-SUCCESS',
  ]);
  expect(suppressed[0]?.suppressions?.[0]).toMatchObject({ kind: 'external', status: 'accepted' });
  const said = log?.invocations?.[0]?.toolConfigurationNotifications ?? [];
  expect(said.map(({ level }) => level)).toEqual(['warning', 'error', 'error', 'error', 'error']);
});

test('GitHub: what is waived is no error; red waivers are told with the status, and one that ends soon is a warning.', () => {
  const lines = annotations(viewOf(report), '.env');
  expect(lines.join('\n')).not.toContain('GT-RES-PARTYID on generate-topology failed');
  expect(lines[0]).toMatch(/^::error .*expired on 2026-01-01.*no longer applies.*names no requirement/);
  expect(lines).toContainEqual(
    expect.stringMatching(/^::warning title=Waivers expire soon::The waiver of GT-SUCCESS .*2026-01-16/),
  );
  expect(annotations(viewOf(aggregated(run)), '.env')).toEqual([]);
});

test('Markdown: waived requirements have a section of their own, not that of broken ones.', () => {
  const [broken = '', waived = ''] = markdown(viewOf(report)).split('### Waived');
  expect(broken).not.toContain('**GT-RES-PARTYID**');
  expect(broken).toContain('**LU-SUCCESS**');
  expect(waived).toContain('- **GT-RES-PARTYID** on generate-topology: ` waived until 2026-02-28');
  expect(waived).toContain('expires on 2026-01-16');
});

test('Terminal: it says what is waived and by whom, and why the status is 0 all the same.', () => {
  const layout = { columns: 100, colour: false };
  const text = renderSummary(viewOf(aggregated(run), evidenceOf(run)), layout);
  expect(text).toContain(
    '1 failure is waived\n  GT-RES-PARTYID · generate-topology: waived until 2026-02-28 by the ledger team',
  );
  expect(text).toContain('1 failed (1 waived)');
  expect(text).toContain(
    'exit status 0: every failure is waived\nnon-conformant (158 of 158 MUST exercised)',
  );
  expect(text).not.toContain('is broken');
});
