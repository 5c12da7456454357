import { plainText } from '../formats/plain-text.ts';
import { factLabels, findingFacts } from './finding-facts.ts';
import type { ReportFinding } from './report.ts';

/**
 * A finding as plain text: what, where, how often, and how to reproduce it.
 * @param command sends its request again
 */
export function findingText(finding: ReportFinding, command?: string): string {
  const rows = [
    finding.message,
    ...(finding.pointer === '' ? [] : [`at:        ${finding.pointer}`]),
    `expected:  ${finding.expected}`,
    `actual:    ${finding.actual}`,
    ...findingFacts(finding).map(({ kind, text }) => `${`${factLabels[kind]}:`.padEnd(11)}${text}`),
    `exchanges: ${finding.exchanges.join(', ')}`,
    `again:     ${finding.replay}`,
  ];
  const texts = rows.map((row) => plainText(row, 2_000));
  // On lines of its own, so that it can be pasted.
  return [...texts, ...(command === undefined ? [] : [plainText(command)])].join('\n');
}

/** How to write findings. */
export interface FindingsTextOptions {
  /** The most findings; all by default. */
  readonly limit?: number;
  /** Commands that send the requests of findings again. */
  readonly commands?: ReadonlyMap<ReportFinding, string>;
}

/** Several findings. */
export function findingsText(
  findings: readonly ReportFinding[],
  { limit = Number.POSITIVE_INFINITY, commands }: FindingsTextOptions = {},
): string {
  const more = findings.length - limit;
  const texts = findings.slice(0, limit).map((finding) => findingText(finding, commands?.get(finding)));
  return [...texts, ...(more > 0 ? [`… and ${more} more in report.json`] : [])].join('\n\n');
}
