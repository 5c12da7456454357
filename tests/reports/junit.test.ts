import type { CTRFReport } from 'ctrf';
import { expect, test } from 'vitest';
import { ctrf } from '../../reports/formats/ctrf.ts';
import { failureCommands } from '../../reports/formats/curl.ts';
import { junitXml, xmlElement, xmlText } from '../../reports/formats/junit.ts';
import { readFolder } from '../../reports/report/aggregation.ts';
import type { Report } from '../../reports/report/report.ts';
import { aggregated, plainly } from './aggregated.ts';
import { hostile } from './hostile.ts';
import { aMixedReport, aMixedRun } from './mixed-report.ts';
import { viewOf } from './view.ts';
import { readXml, type XmlNode } from './well-formed-xml.ts';
import { writeRun } from './write-run.ts';

const gt = 'generate-topology';
const lu = 'list-users';

const all = (node: XmlNode, name: string): XmlNode[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap((child) => all(child, name)),
];

const caseOf = (root: XmlNode, requirement: string, operation: string): XmlNode | undefined =>
  all(root, 'testcase').find(
    ({ attributes }) =>
      attributes.name?.startsWith(`${requirement} `) && attributes.classname?.endsWith(operation),
  );

test('Every operation is a suite and every result a case of it.', () => {
  const report = aMixedReport();
  const root = readXml(junitXml(viewOf(report)));
  expect(all(root, 'testsuite').map(({ attributes }) => attributes.name)).toEqual([
    'execute-submission',
    'generate-topology',
    'list-users',
  ]);
  expect(all(root, 'testcase')).toHaveLength(report.results.length);
});

test('Outcomes are child elements, which is what readers count.', () => {
  const root = readXml(junitXml(viewOf(aMixedReport())));
  const childOf = (requirement: string, operation: string): string[] | undefined =>
    caseOf(root, requirement, operation)?.children.map(({ name }) => name);
  expect(childOf('GT-RES-PARTYID', gt)).toEqual(['failure']);
  expect(childOf('ERR-NO-5XX', lu)).toEqual(['system-out']);
  expect(childOf('LU-SUCCESS', lu)).toEqual(['error']);
  expect(childOf('GT-SYNC-ALIAS', gt)).toEqual(['skipped']);
  expect(childOf('GT-SUCCESS', gt)).toEqual([]);
  expect(childOf('GT-OPEN-HINT', gt)).toEqual([]);
});

test('The counts of each suite, and of all of them, are those of its children.', () => {
  const report = aMixedReport();
  const root = readXml(junitXml(viewOf(report)));
  for (const node of [root, ...all(root, 'testsuite')]) {
    expect(node.attributes).toMatchObject({
      tests: String(all(node, 'testcase').length),
      failures: String(all(node, 'failure').length),
      errors: String(all(node, 'error').length),
    });
  }
  for (const suite of all(root, 'testsuite')) {
    expect(suite.attributes.skipped).toBe(String(all(suite, 'skipped').length));
  }
  expect(root.attributes).toMatchObject({
    failures: String(report.counts.failed),
    errors: String(report.counts.inconclusive),
  });
  expect(all(root, 'skipped')).toHaveLength(report.counts['not-exercised']);
});

test('A failure says what was found, how often, and how to see it again.', () => {
  const failure = caseOf(readXml(junitXml(viewOf(aMixedReport()))), 'GT-RES-PARTYID', gt)?.children[0];
  expect(failure?.attributes).toEqual({ message: 'the answer is not what it must be', type: 'MUST' });
  expect(failure?.text).toContain('how often: 1 of 1 responses');
  expect(failure?.text).toContain(
    'again:     ledger-conformance run --only GT-RES-PARTYID@generate-topology',
  );
});

test('Hostile words stay text: the XML is well-formed and has the same cases.', () => {
  const report = aMixedReport(hostile);
  const root = readXml(junitXml(viewOf(report)));
  expect(all(root, 'testcase')).toHaveLength(report.results.length);
  const failure = caseOf(root, 'GT-RES-PARTYID', gt)?.children[0];
  expect(failure?.text).toContain('</testcase><testcase name="x"/>]]> & " \' <!--');
  const texts = all(root, 'failure').map(({ text, attributes }) => `${text}\n${attributes.message}`);
  expect(texts.join('\n')).not.toMatch(/^\s*::/m);
  expect(texts.join('\n')).not.toMatch(
    /##\w*\[|[\u0000-\u0008\u001b\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
  );
});

test('The base URL of a target cannot end the comment it stands in.', () => {
  const report = aMixedReport();
  const xml = junitXml(viewOf({ ...report, target: { kind: 'target', baseUrl: 'http://a--><x/>---' } }));
  expect(() => readXml(xml)).not.toThrow();
});

test('A time stamp has the form that JUnit readers take.', () => {
  const suite = all(readXml(junitXml(viewOf(aMixedReport()))), 'testsuite')[0];
  expect(suite?.attributes.timestamp).toBe('2026-01-02T03:04:05');
});

test('White space in an attribute survives a parser, and forbidden characters are gone.', () => {
  const xml = xmlElement('a', { b: 'x\ny\t"<&\u0001\ufffe', c: undefined }, [xmlText('<\u001b]]>\r')]);
  expect(readXml(xml)).toEqual({ name: 'a', attributes: { b: 'x\ny\t"<&' }, children: [], text: '<]]>\r' });
});

test('A case has the time of its own exchanges, a suite that of its cases, and the whole that of the run.', () => {
  const report = aMixedReport();
  const timed = {
    ...report,
    results: report.results.map((result, index) => ({ ...result, ms: index === 0 ? 1_234 : 2 })),
  };
  const [first] = report.results;
  const root = readXml(junitXml(viewOf(timed)));
  const [suite] = all(root, 'testsuite').filter(({ attributes }) => attributes.name === first?.operation);
  expect(caseOf(root, first?.requirement ?? '', first?.operation ?? '')?.attributes.time).toBe('1.234');
  const cases = all(root, 'testcase').filter(({ attributes }) =>
    attributes.classname?.endsWith(String(first?.operation)),
  );
  expect(suite?.attributes.time).toBe((1.234 + (cases.length - 1) * 0.002).toFixed(3));
  expect(root.attributes.time).toBe('9.322');
});

test('A report of an earlier version, without durations, has no times.', () => {
  const { durations: _, ...report } = aMixedReport();
  expect(junitXml(viewOf(report))).not.toContain(' time=');
});

test('A failure has the curl command of its example, which is taken from the results folder.', () => {
  const run = aMixedRun();
  const report = aggregated(run);
  const source = readFolder(writeRun(run)).report(plainly).evidence;
  const failure = caseOf(readXml(junitXml(viewOf(report, source))), 'GT-RES-PARTYID', gt)?.children[0];
  expect(failure?.text).toContain(
    '\ncurl -sS -i http://127.0.0.1:8080/ledger/v2/parties/external/generate-topology \\\n  -H',
  );
  expect(failure?.text).toContain('$TARGET_TOKEN');
  const test = (JSON.parse(ctrf(viewOf(report, source))) as CTRFReport).results.tests.find(
    ({ status }) => status === 'failed',
  );
  expect(test?.trace).toContain(
    'curl -sS -i http://127.0.0.1:8080/ledger/v2/parties/external/generate-topology',
  );
  expect(test?.duration).toBe(2);
});

test('The command includes what was sent before on the connection; if part of that is missing, there is no command.', () => {
  const run = aMixedRun();
  const source = readFolder(writeRun(run)).report(plainly).evidence;
  const report = aggregated(run);
  const withBefore = (id: string): Report => ({
    ...report,
    results: report.results.map((result) => ({
      ...result,
      findings: result.findings.map((finding) => ({ ...finding, behind: [id] })),
    })),
  });
  const [known] = run.exchanges;
  const [command] = [...failureCommands(withBefore(known?.id ?? ''), source).values()];
  expect(command).toContain('--next ');
  expect(failureCommands(withBefore('GT-SUCCESS@generate-topology/99#1'), source).size).toBe(0);
});
