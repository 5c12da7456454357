import { makeBadge } from 'badge-maker';
import type { Report } from '../report/report.ts';
import { standingOf, withWarnings } from '../report/verdict.ts';

/** The badge as an SVG image. */
export function badgeSvg(report: Report): string {
  return `${makeBadge(badge(report))}\n`;
}

/** The badge as JSON for an endpoint badge of shields.io (https://shields.io/badges/endpoint-badge). */
export function badgeEndpoint(report: Report): string {
  const isError = report.verdict === 'non-conformant';
  return `${JSON.stringify({ schemaVersion: 1, ...badge(report), isError }, null, 2)}\n`;
}

/** Always states partial coverage, and marks a self-check so that it does not look like a tested target. */
function badge(report: Report) {
  const { verdict, coverage, target } = report;
  const { total, exercised } = coverage.must;
  const standing = standingOf(report);
  return {
    label: target.kind === 'reference' ? 'self-check' : 'ledger contract',
    message: `${verdict}${standing === 'partial' ? ` ${exercised}/${total}` : ''}${verdict === 'conformant' ? withWarnings(report) : ''}`,
    color: colours[standing],
  };
}

const colours = {
  conformant: 'brightgreen',
  partial: 'yellowgreen',
  'non-conformant': 'red',
  inconclusive: 'lightgrey',
} as const;
