import { plainText } from '../formats/plain-text.ts';
import { factLabels, findingFacts } from './finding-facts.ts';
import type { ReportFinding } from './report.ts';

/** A finding as plain text: what, where, how often, and how to reproduce it. */
export function findingText(finding: ReportFinding): string {
  const rows = [
    finding.message,
    ...(finding.pointer === '' ? [] : [`at:        ${finding.pointer}`]),
    `expected:  ${finding.expected}`,
    `actual:    ${finding.actual}`,
    ...findingFacts(finding).map(({ kind, text }) => `${`${factLabels[kind]}:`.padEnd(11)}${text}`),
    `exchanges: ${finding.exchanges.join(', ')}`,
    `again:     ${finding.replay}`,
  ];
  return rows.map((row) => plainText(row, 2_000)).join('\n');
}

/** Several findings, at most `limit`. */
export function findingsText(findings: readonly ReportFinding[], limit = Number.POSITIVE_INFINITY): string {
  const more = findings.length - limit;
  const texts = findings.slice(0, limit).map(findingText);
  return [...texts, ...(more > 0 ? [`… and ${more} more in report.json`] : [])].join('\n\n');
}
