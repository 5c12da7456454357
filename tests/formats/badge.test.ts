import { XmlDocument } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { badgeEndpoint, badgeSvg } from '../../reports/formats/badge.ts';
import { aggregated } from '../reports/aggregated.ts';
import { aGoodRun, aHeader } from '../reports/journal-fixture.ts';
import { aMixedReport } from '../reports/mixed-report.ts';
import { violations } from './published.ts';
import { reports } from './reports-to-write.ts';

const narrowed = () => aggregated({ ...aGoodRun(), header: aHeader({ only: 'list-users' }) });
const selfCheck = () =>
  aggregated({ ...aGoodRun(), header: { ...aHeader(), target: { kind: 'reference', baseUrl: 'embedded' } } });

test.each(reports)('$name makes an answer of the form that shields.io reads, and an image.', ({ report }) => {
  expect(violations('badge', badgeEndpoint(report()))).toEqual([]);
  const svg = XmlDocument.fromString(badgeSvg(report()));
  expect(svg.root.name).toBe('svg');
  svg.dispose();
});

/** A run in which a target accepts any signature, which is a SHOULD (ruling 15). */
const warned = () => {
  const report = aggregated(aGoodRun());
  const results = report.results.map((result) =>
    result.requirement === 'EX-SIGNATURE-VERIFIED' ? { ...result, outcome: 'warned' as const } : result,
  );
  return { ...report, results };
};

test.each([
  { label: 'ledger contract', message: 'conformant, 1 warning', isError: false, report: warned },
  { label: 'ledger contract', message: 'conformant', isError: false, report: () => aggregated(aGoodRun()) },
  { label: 'ledger contract', message: 'conformant 158/158', isError: false, report: narrowed },
  { label: 'ledger contract', message: 'non-conformant', isError: true, report: () => aMixedReport() },
  {
    label: 'ledger contract',
    message: 'inconclusive',
    isError: false,
    report: () => aggregated({ ...aGoodRun(), ended: undefined }),
  },
  { label: 'self-check', message: 'conformant', isError: false, report: selfCheck },
])('A badge says $label: $message.', ({ report, ...said }) => {
  expect(JSON.parse(badgeEndpoint(report()))).toMatchObject({ schemaVersion: 1, ...said });
  expect(badgeSvg(report())).toContain(`aria-label="${said.label}: ${said.message}"`);
});

test('Only what is conformant and complete is bright green.', () => {
  const colour = (text: string): unknown => (JSON.parse(text) as { color: unknown }).color;
  expect(colour(badgeEndpoint(aggregated(aGoodRun())))).toBe('brightgreen');
  expect(colour(badgeEndpoint(narrowed()))).toBe('yellowgreen');
  expect(colour(badgeEndpoint(aMixedReport()))).toBe('red');
});
