import { expect, test } from 'vitest';
import { junitXml } from '../../reports/formats/junit.ts';
import { validateJunit } from './published.ts';
import { reports } from './reports-to-write.ts';

test.each(reports)('$name is valid by the XSD that Jenkins takes.', ({ report }) => {
  validateJunit(junitXml(report()));
});

test('The validator is a real one: it refuses an attribute or an element that the form does not have.', () => {
  const xml = junitXml(reports[0]?.report() ?? expect.fail());
  expect(() => validateJunit(xml.replace('<testsuites ', '<testsuites skipped="0" '))).toThrow(/skipped/);
  expect(() => validateJunit(xml.replace('<testcase ', '<other/><testcase '))).toThrow(/other/);
});
