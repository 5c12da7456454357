import { expect, test } from 'vitest';
import { ctrf } from '../../reports/formats/ctrf.ts';
import { junitXml } from '../../reports/formats/junit.ts';
import { aggregated } from '../reports/aggregated.ts';
import { aGoodRun, aHeader } from '../reports/journal-fixture.ts';
import { viewOf } from '../reports/view.ts';
import { validateJunit } from './published.ts';
import { reports } from './reports-to-write.ts';

test.each(reports)('$name is valid by the XSD that Jenkins takes.', ({ report }) => {
  validateJunit(junitXml(viewOf(report())));
});

test.each([
  ['no run that ended well', aGoodRun(), {}, []],
  ['an interrupted run', { ...aGoodRun(), ended: 'interrupted' as const }, {}, ['The run was interrupted.']],
  [
    'partial coverage with --require-all',
    { ...aGoodRun(), header: aHeader({ only: 'GT-SUCCESS' }) },
    { requireAll: true },
    ['Coverage is partial, which --require-all forbids: 158 of 158 MUST were exercised.'],
  ],
])('What no case shows is an error, in JUnit and in CTRF: %s.', (_, run, options, causes) => {
  const report = aggregated(run, options);
  const xml = junitXml(viewOf(report));
  validateJunit(xml);
  expect(xml).toMatch(new RegExp(`<testsuites [^>]*errors="${causes.length}"`));
  const tests = JSON.parse(ctrf(viewOf(report))).results.tests.filter(
    ({ name }: { name: string }) => name === 'run',
  );
  expect(tests.map(({ message }: { message: string }) => message)).toEqual(causes);
  for (const cause of causes) expect(xml).toContain(`<error message="${cause}" type="exit status 3">`);
});

test('The validator is a real one: it refuses an attribute or an element that the form does not have.', () => {
  const xml = junitXml(viewOf(reports[0]?.report() ?? expect.fail()));
  expect(() => validateJunit(xml.replace('<testsuites ', '<testsuites skipped="0" '))).toThrow(/skipped/);
  expect(() => validateJunit(xml.replace('<testcase ', '<other/><testcase '))).toThrow(/other/);
});
