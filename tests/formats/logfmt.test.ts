import { expect, test } from 'vitest';
import { logfmt } from '../../reports/formats/metrics.ts';
import type { Report } from '../../reports/report/report.ts';
import { aggregated } from '../reports/aggregated.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { viewOf } from '../reports/view.ts';
import { aWaivedReport } from '../reports/waived-report.ts';
import { acting, reports } from './reports-to-write.ts';

/** Its keys and values; throws where a line is not of the form. */
function read(line: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let rest = line; rest !== '\n'; ) {
    const [all = '', key = '', quoted, bare = ''] =
      /^ ?([a-z]+)=(?:"((?:[^"\\\n]|\\["\\])*)"|([^\s"=\\]*))(?=[ \n])/.exec(rest) ?? [];
    if (all === '' || pairs.has(key)) throw new Error(`This is not logfmt: ${rest}`);
    pairs.set(key, quoted?.replace(/\\(.)/g, '$1') ?? bare);
    rest = rest.slice(all.length);
  }
  return pairs;
}

const keys =
  'suite version target profile effort verdict status must exercised passed failed waived warned inconclusive exchanges started seconds broken';

test.each(reports)('$name is one line with the same keys in the same order.', ({ report }) => {
  const line = logfmt(viewOf(report()));
  expect([...read(line).keys()].join(' ')).toBe(keys);
  expect(line).toMatch(/^suite=ledger-conformance version=/);
  expect(line).not.toMatch(acting);
});

const valuesOf = (report: Report) => Object.fromEntries(read(logfmt(viewOf(report))));

test('It has the verdict, the status, the counts, and the names of what is broken.', () => {
  const report = aMixedReport();
  expect(valuesOf(report)).toMatchObject({
    verdict: 'non-conformant',
    status: '1',
    failed: '1',
    waived: '0',
    warned: '1',
    inconclusive: '1',
    passed: String(report.counts.passed),
    must: String(report.coverage.must.total),
    exercised: String(report.coverage.must.exercised),
    broken: 'GT-RES-PARTYID@generate-topology',
  });
});

test('What is waived is counted and not named; a run that was cut off has no seconds.', () => {
  const waived = valuesOf(aWaivedReport());
  expect(Number(waived.waived)).toBeGreaterThan(0);
  expect(waived.broken).not.toContain('GT-RES-PARTYID');
  expect(waived.broken).toContain('LU-SUCCESS@list-users');
  const cut = valuesOf(aggregated({ ...aGoodRun(), ended: undefined }));
  expect(cut).toMatchObject({ verdict: 'inconclusive', status: '3', seconds: '', broken: '' });
});

test('It names at most ten of the broken requirements.', () => {
  const report = aggregated(aGoodRun());
  const results = report.results.map((each) => ({ ...each, outcome: 'failed', waived: null }) as const);
  expect(valuesOf({ ...report, results }).broken?.split(',')).toHaveLength(10);
});

test('A value with a space, a quote, a backslash or a sign of equality is quoted, and reads as it was.', () => {
  const baseUrl = 'http://host/a "b"\\c?d=e';
  const report = { ...aMixedReport(), target: { kind: 'target', baseUrl } as const };
  expect(valuesOf(report).target).toBe(baseUrl);
});
