import { type CTRFReport, validate } from 'ctrf';
import { expect, test } from 'vitest';
import { ctrf, uuid5 } from '../../reports/formats/ctrf.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { viewOf } from '../reports/view.ts';
import { violations } from './published.ts';
import { acting, reports } from './reports-to-write.ts';

const parsed = (text: string): CTRFReport => JSON.parse(text) as CTRFReport;

test.each(reports)(
  '$name is valid by the published schema, and by the library of the project.',
  ({ report }) => {
    const text = ctrf(viewOf(report()));
    expect(violations('ctrf', text)).toEqual([]);
    expect(validate(JSON.parse(text))).toMatchObject({ valid: true });
  },
);

test('The validator refuses what the form does not have.', () => {
  const text = ctrf(viewOf(aMixedReport())).replace('"status": "failed"', '"status": "broken"');
  expect(violations('ctrf', text)[0]).toMatch(/^\/results\/tests\/\d+\/status /);
});

test('Every outcome has a status, its own word stays, and the summary counts them.', () => {
  const report = aMixedReport();
  const { tests, summary } = parsed(ctrf(viewOf(report))).results;
  const statusOf = new Map(tests.map(({ rawStatus, status }) => [rawStatus, status]));
  expect(Object.fromEntries(statusOf)).toEqual({
    passed: 'passed',
    warned: 'passed',
    failed: 'failed',
    inconclusive: 'other',
    'not-exercised': 'pending',
    observed: 'other',
  });
  const { counts } = report;
  expect(summary).toMatchObject({
    tests: report.results.length,
    passed: counts.passed + counts.warned,
    failed: counts.failed,
    pending: counts['not-exercised'],
    other: counts.inconclusive + counts.observed,
    start: Date.parse(report.run.startedAt),
    duration: Date.parse(report.run.finishedAt ?? '') - Date.parse(report.run.startedAt),
  });
});

test('A failed test says what was found, where the clause stands and how to see it again.', () => {
  const failed = parsed(ctrf(viewOf(aMixedReport()))).results.tests.find(({ status }) => status === 'failed');
  expect(failed).toMatchObject({
    name: 'GT-RES-PARTYID on generate-topology',
    message: 'the answer is not what it must be',
    filePath: 'requirements/interface.md',
    labels: { requirement: 'GT-RES-PARTYID', level: 'MUST' },
  });
  expect(failed?.trace).toContain(
    'again:     ledger-conformance run --only GT-RES-PARTYID@generate-topology',
  );
});

test('Ids are UUIDs of version 5, one for each test, and the same in every run.', () => {
  const ids = parsed(ctrf(viewOf(aMixedReport()))).results.tests.map(({ id }) => id ?? '');
  expect(new Set(ids).size).toBe(ids.length);
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true);
  expect(
    parsed(ctrf(viewOf(reports[0]?.report() ?? expect.fail()))).results.tests.map(({ id }) => id),
  ).toEqual(ids);
});

test('A UUID of version 5 is that of RFC 9562 (appendix A.4).', () => {
  expect(uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});

test('Text from a hostile target is never executed.', () => {
  const { tests } = parsed(ctrf(viewOf(reports.at(-1)?.report() ?? expect.fail()))).results;
  const texts = tests.flatMap(({ message, trace }) => [message ?? '', trace ?? '']);
  expect(texts.some((text) => text.includes('</testcase>'))).toBe(true);
  expect(texts.join('\n')).not.toMatch(acting);
});
