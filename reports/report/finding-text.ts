import { plainText } from '../formats/plain-text.ts';
import type { ReportFinding } from './report.ts';

/** A finding in lines, for formats that show plain text: what, where, how often, and how to see it again. */
export function findingText({
  message,
  pointer,
  expected,
  actual,
  exchanges,
  rate,
  replay,
}: ReportFinding): string {
  const rows = [
    message,
    ...(pointer === '' ? [] : [`at:        ${pointer}`]),
    `expected:  ${expected}`,
    `actual:    ${actual}`,
    `rate:      ${rate}`,
    `exchanges: ${exchanges.join(', ')}`,
    `repeat:    ${replay}`,
  ];
  return rows.map((row) => plainText(row, 2_000)).join('\n');
}

/** Several findings, at most `limit` of them. */
export function findingsText(findings: readonly ReportFinding[], limit = Number.POSITIVE_INFINITY): string {
  const more = findings.length - limit;
  const texts = findings.slice(0, limit).map(findingText);
  return [...texts, ...(more > 0 ? [`… and ${more} more in report.json`] : [])].join('\n\n');
}
