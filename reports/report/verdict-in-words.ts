import type { Report } from './report.ts';

type VerdictOf = Pick<Report, 'verdict' | 'coverage'>;

/** The verdict as it may be quoted, always with partial coverage. */
export function verdictInWords(report: VerdictOf): string {
  const { words, share } = verdictParts(report);
  return `${words} (${share})`;
}

/** The same in two parts: the verdict, and the MUST requirements that support it. */
export function verdictParts({ verdict, coverage }: VerdictOf): { words: string; share: string } {
  const { total, exercised } = coverage.must;
  const share = `${exercised} of ${total} MUST`;
  if (verdict === 'non-conformant') return { words: verdict, share: `${share} exercised` };
  if (verdict === 'inconclusive') return { words: 'no verdict: inconclusive', share: `${share} exercised` };
  return { words: coverage.state === 'complete' ? verdict : 'conformant as far as exercised', share };
}
