import type { Log, Result, Run } from 'sarif';
import { expect, test } from 'vitest';
import { sarif } from '../../reports/formats/sarif.ts';
import type { Report } from '../../reports/report/report.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { aggregated } from '../reports/aggregated.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { viewOf } from '../reports/view.ts';
import { violations } from './published.ts';
import { acting, aHostileReport, reports } from './reports-to-write.ts';

function runOf(report: Report): Run {
  const [run] = (JSON.parse(sarif(viewOf(report), '.env')) as Log).runs;
  return run ?? expect.fail('The log has no run.');
}

const resultsOf = (report: Report): Result[] => runOf(report).results ?? [];

test.each(reports)('$name is valid by the schema of OASIS.', ({ report }) => {
  expect(violations('sarif', sarif(viewOf(report()), '.env'))).toEqual([]);
});

test('The validator refuses what the form does not have.', () => {
  expect(
    violations('sarif', sarif(viewOf(aMixedReport()), '.env').replace('"kind": "fail"', '"kind": "broken"')),
  ).not.toEqual([]);
});

test('A level stands only beside the kind fail, and what passed is no result.', () => {
  const told = resultsOf(aMixedReport()).map(({ ruleId, kind, level }) => `${ruleId} ${kind}/${level}`);
  expect(told.sort()).toEqual([
    'ERR-NO-5XX fail/warning',
    'GT-RES-PARTYID fail/error',
    'LU-SUCCESS review/none',
  ]);
  expect(resultsOf(aggregated(aGoodRun()))).toEqual([]);
});

test('A result names its rule, the clause, and what to run, and points to the given file.', () => {
  const report = aMixedReport();
  const { tool } = runOf(report);
  const failed = resultsOf(report).find(({ kind, level }) => kind === 'fail' && level === 'error');
  const rule = tool.driver.rules?.[failed?.ruleIndex ?? -1];
  expect(rule?.id).toBe('GT-RES-PARTYID');
  expect(rule?.help?.text).toContain('ledger-conformance explain GT-RES-PARTYID');
  expect(failed?.message.text).toContain('ledger-conformance run --only GT-RES-PARTYID@generate-topology');
  const { quote, section } = requirement('GT-RES-PARTYID');
  expect(failed?.message.text).toContain(`The document says, under “${section}”: “${quote}”`);
  const { artifactLocation, region } = failed?.locations?.[0]?.physicalLocation ?? {};
  expect(artifactLocation).toEqual({ uri: '.env', uriBaseId: '%SRCROOT%' });
  expect(region?.startLine).toBe(1);
});

test('The fingerprint of a result stays where another run finds something else.', () => {
  const fingerprints = (report: Report) =>
    resultsOf(report).map(({ partialFingerprints }) => partialFingerprints);
  expect(fingerprints(aMixedReport('another finding'))).toEqual(fingerprints(aMixedReport()));
  expect(new Set(fingerprints(aMixedReport()).map((each) => JSON.stringify(each))).size).toBe(3);
});

test('Text from a hostile target is never executed.', () => {
  const texts = resultsOf(aHostileReport()).map(({ message }) => message.text ?? '');
  expect(texts.join('\n')).toContain('</testcase>');
  expect(texts.join('\n')).not.toMatch(acting);
  const [linked] = resultsOf(aMixedReport('see [here](https://elsewhere.example)'));
  expect(linked?.message.text).toContain('see [here] (https');
});
