import type { ReportFinding } from '../report/report.ts';

/** If the chance of missing a finding is higher, its absence says little. */
export const likelyToMiss = 0.05;

/** The finding with the highest share of affected answers; undefined if there are none. */
export function mostFrequent(findings: readonly ReportFinding[]): ReportFinding | undefined {
  const [first] = [...findings].sort((a, b) => shareOf(b) - shareOf(a));
  return first;
}

/** The share of affected answers; 1 for a finding without numbers. */
function shareOf({ affected, judged }: ReportFinding): number {
  return affected === undefined || judged === undefined || judged === 0 ? 1 : affected / judged;
}

/** The probability of missing this finding in so many answers. */
export function chanceToMiss(finding: ReportFinding, answers: number): number {
  return (1 - shareOf(finding)) ** answers;
}
