import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareRuns } from '../../reports/compare/compare-runs.ts';
import type { Report } from '../../reports/report/report.ts';
import { readReport, writeReport } from '../../reports/report/report-file.ts';
import { aggregated } from './aggregated.ts';
import { aGoodRun } from './journal-fixture.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { aRunFailing } from './waived-report.ts';

test('A report is written into its folder, alone, and read back from the folder or the file.', () => {
  const report = aggregated(aGoodRun());
  const into = temporaryFolder();
  const path = writeReport(into, report);
  expect(readdirSync(into)).toEqual(['report.json']);
  expect(readReport(into)).toEqual(report);
  expect(readReport(path)).toEqual(report);
  expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(report, null, 2)}\n`);
});

test('Writing again replaces the report.', () => {
  const into = temporaryFolder();
  writeReport(into, aggregated(aGoodRun()));
  writeReport(into, aggregated({ ...aGoodRun(), ended: 'interrupted' }));
  expect(readReport(into).verdict).toBe('inconclusive');
});

test('A report that breaks its own schema is never written.', () => {
  const into = temporaryFolder();
  const wrong = { ...aggregated(aGoodRun()), verdict: 'perhaps' } as unknown as Report;
  expect(() => writeReport(into, wrong)).toThrow(/not valid at \/verdict.*defect of the suite/);
  expect(readdirSync(into)).toEqual([]);
});

test('Every member of a report is required but what came later, and no other is allowed.', () => {
  const later = ['durations', 'targetStop', 'software'];
  const all = Object.entries(aggregated(aGoodRun())).filter(([name]) => !later.includes(name));
  const report: Readonly<Record<string, unknown>> = Object.fromEntries(all);
  const into = temporaryFolder();
  const path = join(into, 'report.json');
  for (const name of Object.keys(report)) {
    const { [name]: _, ...rest } = report;
    writeFileSync(path, JSON.stringify(rest));
    expect(() => readReport(path), name).toThrow('is not a report of this version');
  }
  writeFileSync(path, JSON.stringify(report));
  expect(readReport(path)).toEqual(report);
  writeFileSync(path, JSON.stringify({ ...report, more: 1 }));
  expect(() => readReport(path)).toThrow('is not a report of this version');
});

test('A file that is missing or no JSON is wrong usage.', () => {
  const into = temporaryFolder();
  expect(() => readReport(into)).toThrow(/report\.json cannot be read\. Give the report\.json of a run/);
  writeFileSync(join(into, 'report.json'), '{');
  expect(() => readReport(into)).toThrow('contains not one JSON value');
});

test('A report from before findings, reasons and causes had kinds is read.', () => {
  const report = aggregated(aRunFailing(['GT-RES-PARTYID', 'generate-topology']));
  const { causeKinds: _causeKinds, ...gate } = report.gate;
  const results = report.results.map(({ reasonKind: _reasonKind, ...result }) => ({
    ...result,
    findings: result.findings.map(({ message, pointer, expected, actual, exchanges, rate, replay }) => ({
      message,
      pointer,
      expected,
      actual,
      exchanges,
      rate,
      replay,
    })),
  }));
  const into = temporaryFolder();
  writeFileSync(join(into, 'report.json'), JSON.stringify({ ...report, gate, results }));
  const old = readReport(into);
  expect(old).toEqual({ ...report, gate, results });
  const [change, ...others] = compareRuns({ report: aggregated(aGoodRun()) }, { report: old }).changes;
  expect(change).toMatchObject({ kind: 'newly-failing', cause: 'target', requirement: 'GT-RES-PARTYID' });
  expect(others).toEqual([]);
  // The same finding with and without its kind is one finding.
  expect(compareRuns({ report: old }, { report }).changes).toEqual([]);
});
