import { expect, test } from 'vitest';
import { prometheus } from '../../reports/formats/metrics.ts';
import type { Report } from '../../reports/report/report.ts';
import { aggregated } from '../reports/aggregated.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { viewOf } from '../reports/view.ts';
import { aWaivedReport } from '../reports/waived-report.ts';
import { readExposition, type Sample } from './exposition.ts';
import { acting, reports } from './reports-to-write.ts';

/** The samples of a metric, without the labels that each of them has. */
function samplesOf(report: Report, name: string): Sample[] {
  const family = readExposition(prometheus(viewOf(report))).find(
    (each) => each.name === `ledger_conformance_${name}`,
  );
  return (family?.samples ?? []).map(({ labels: { target: _, profile: __, ...labels }, value }) => ({
    labels,
    value,
  }));
}

const onlyValue = (report: Report, name: string): number | undefined => samplesOf(report, name)[0]?.value;

test.each(reports)('$name is in the text format that a textfile collector reads.', ({ report }) => {
  const text = prometheus(viewOf(report()));
  for (const { name, samples } of readExposition(text)) {
    expect(name).toMatch(/^ledger_conformance_/);
    for (const { labels } of samples) expect(Object.keys(labels).slice(0, 2)).toEqual(['target', 'profile']);
  }
  expect(text).not.toMatch(acting);
});

test.each([
  ['a half written file', (text: string) => text.slice(0, -20)],
  ['a timestamp', (text: string) => text.replace(/ 1\n/, ' 1 1767312000000\n')],
  ['a metric in two places', (text: string) => `${text}ledger_conformance_info{target="x"} 1\n`],
  ['a quote that ends nothing', (text: string) => text.replace('target="', 'target=""')],
  ['the same labels twice', (text: string) => text.replace(/^ledger_conformance_info.*\n/m, '$&$&')],
  ['a metric without a type', (text: string) => text.replace(/^# TYPE .*\n/m, '')],
])('The reader of these tests refuses %s.', (_, spoil) => {
  const text = prometheus(viewOf(aMixedReport()));
  expect(() => readExposition(spoil(text))).toThrow(Error);
});

test('The verdict is 1 for one of the three, and every outcome is counted.', () => {
  const report = aMixedReport();
  expect(samplesOf(report, 'verdict')).toEqual([
    { labels: { verdict: 'conformant' }, value: 0 },
    { labels: { verdict: 'non-conformant' }, value: 1 },
    { labels: { verdict: 'inconclusive' }, value: 0 },
  ]);
  const counted = samplesOf(report, 'results');
  expect(Object.fromEntries(counted.map(({ labels, value }) => [labels.outcome, value]))).toMatchObject({
    passed: report.counts.passed,
    failed: 1,
    warned: 1,
    inconclusive: 1,
    'not-exercised': 1,
  });
  expect(counted).toHaveLength(7);
  expect(onlyValue(report, 'exit_status')).toBe(1);
});

test('Each broken requirement is named with its operation and level, and whether it is waived; others are not.', () => {
  expect(samplesOf(aMixedReport(), 'requirement_broken')).toEqual([
    {
      labels: {
        requirement: 'GT-RES-PARTYID',
        operation: 'generate-topology',
        level: 'MUST',
        waived: 'false',
      },
      value: 1,
    },
    {
      labels: { requirement: 'ERR-NO-5XX', operation: 'list-users', level: 'SHOULD', waived: 'false' },
      value: 1,
    },
  ]);
  expect(samplesOf(aggregated(aGoodRun()), 'requirement_broken')).toEqual([]);
  const waived = samplesOf(aWaivedReport(), 'requirement_broken').filter(
    ({ labels }) => labels.waived === 'true',
  );
  expect(waived.map(({ labels }) => labels.requirement)).toContain('GT-RES-PARTYID');
  expect(waived.map(({ labels }) => labels.requirement)).not.toContain('LU-SUCCESS');
});

test('Waivers are counted by state where there are any.', () => {
  const counted = samplesOf(aWaivedReport(), 'waivers');
  expect(counted).toContainEqual({ labels: { state: 'expired' }, value: 1 });
  expect(counted).toContainEqual({ labels: { state: 'expiring' }, value: 1 });
  expect(counted).toHaveLength(7);
  expect(samplesOf(aMixedReport(), 'waivers')).toEqual([]);
});

test('Times are in seconds; a run that was cut off has no duration, and the time at which it started.', () => {
  const report = aggregated(aGoodRun());
  const { startedAt, finishedAt } = report.run;
  const [from, to] = [startedAt, finishedAt ?? ''].map((time) => Date.parse(time) / 1000);
  expect(onlyValue(report, 'duration_seconds')).toBeCloseTo(Number(to) - Number(from), 6);
  expect(onlyValue(report, 'last_run_timestamp_seconds')).toBe(to);
  const cut = aggregated({ ...aGoodRun(), ended: undefined });
  expect(samplesOf(cut, 'duration_seconds')).toEqual([]);
  expect(onlyValue(cut, 'last_run_timestamp_seconds')).toBe(from);
});

test('What a label contains is escaped, and reads as it was.', () => {
  const baseUrl = 'http://host/a"b\\c';
  const report = { ...aMixedReport(), target: { kind: 'target', baseUrl } as const };
  const [info] = readExposition(prometheus(viewOf(report)));
  expect(info?.samples[0]?.labels.target).toBe(baseUrl);
  expect(prometheus(viewOf(report))).toContain('target="http://host/a\\"b\\\\c"');
});

test('A run that judged only a part says which share of the MUST requirements it exercised.', () => {
  const report = aMixedReport();
  const { exercised, total } = report.coverage.must;
  expect(exercised).toBeLessThan(total);
  expect(onlyValue(report, 'must_exercised_ratio')).toBeCloseTo(exercised / total, 10);
});
