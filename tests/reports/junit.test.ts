import { expect, test } from 'vitest';
import { junitXml } from '../../reports/formats/junit.ts';
import { xmlElement, xmlText } from '../../reports/formats/xml.ts';
import { hostile } from './hostile.ts';
import { aMixedReport } from './mixed-report.ts';
import { readXml, type XmlNode } from './well-formed-xml.ts';

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
  const root = readXml(junitXml(report));
  expect(all(root, 'testsuite').map(({ attributes }) => attributes.name)).toEqual([
    'execute-submission',
    'generate-topology',
    'list-users',
  ]);
  expect(all(root, 'testcase')).toHaveLength(report.results.length);
});

test('Outcomes are child elements, which is what readers count.', () => {
  const root = readXml(junitXml(aMixedReport()));
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
  const root = readXml(junitXml(report));
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
  const failure = caseOf(readXml(junitXml(aMixedReport())), 'GT-RES-PARTYID', gt)?.children[0];
  expect(failure?.attributes).toEqual({ message: 'the answer is not what it must be', type: 'MUST' });
  expect(failure?.text).toContain('how often: 1 of 1 answers');
  expect(failure?.text).toContain('again:     ledger-conformance run --only GT-RES-PARTYID');
});

test('Hostile words stay text: the XML is well-formed and has the same cases.', () => {
  const report = aMixedReport(hostile);
  const root = readXml(junitXml(report));
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
  const xml = junitXml({ ...report, target: { kind: 'target', baseUrl: 'http://a--><x/>---' } });
  expect(() => readXml(xml)).not.toThrow();
});

test('A time stamp has the form that JUnit readers take.', () => {
  const suite = all(readXml(junitXml(aMixedReport())), 'testsuite')[0];
  expect(suite?.attributes.timestamp).toBe('2026-01-02T03:04:05');
});

test('White space in an attribute survives a parser, and forbidden characters are gone.', () => {
  const xml = xmlElement('a', { b: 'x\ny\t"<&\u0001\ufffe', c: undefined }, [xmlText('<\u001b]]>\r')]);
  expect(readXml(xml)).toEqual({ name: 'a', attributes: { b: 'x\ny\t"<&' }, children: [], text: '<]]>\r' });
});
