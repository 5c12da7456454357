import type { Report } from './report.ts';

/** The verdict as it may be quoted: partial coverage is never left unsaid. */
export function verdictInWords({ verdict, coverage }: Pick<Report, 'verdict' | 'coverage'>): string {
  const { total, exercised } = coverage.must;
  const share = `${exercised} of ${total} MUST`;
  if (verdict === 'non-conformant') return `non-conformant (${share} exercised)`;
  if (verdict === 'inconclusive') return `no verdict: inconclusive (${share} exercised)`;
  return coverage.state === 'complete'
    ? `conformant (${share})`
    : `conformant as far as exercised (${share})`;
}
