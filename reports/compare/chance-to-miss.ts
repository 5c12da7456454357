import type { ReportFinding } from '../report/report.ts';

/** Above this chance, that a run shows nothing says little. */
export const likelyToMiss = 0.05;

/** The finding that shows in the largest share of answers; undefined where there is none. */
export function mostFrequent(findings: readonly ReportFinding[]): ReportFinding | undefined {
  const [first] = [...findings].sort((a, b) => shareOf(b) - shareOf(a));
  return first;
}

/** The share of affected answers; a finding without numbers counts as one that shows in every answer. */
function shareOf({ affected, judged }: ReportFinding): number {
  return affected === undefined || judged === undefined || judged === 0 ? 1 : affected / judged;
}

/** The probability that so many answers show nothing of a fault that shows as often as this finding. */
export function chanceToMiss(finding: ReportFinding, answers: number): number {
  return (1 - shareOf(finding)) ** answers;
}
