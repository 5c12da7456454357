import type { ReportFinding } from '../report/report.ts';

/** Above this chance, that a run shows nothing says little. */
export const likelyToMiss = 0.05;

/** The finding that shows in the largest share of answers; undefined where there is none. */
export function mostFrequent(findings: readonly ReportFinding[]): ReportFinding | undefined {
  const [first] = [...findings].sort((a, b) => shareOf(b) - shareOf(a));
  return first;
}

/** A rate such as `22 of 262` as a number; what has no numbers shows in every request. */
function shareOf({ rate }: ReportFinding): number {
  const [, affected, judged] = /^(\d+) of (\d+)$/.exec(rate) ?? [];
  return affected === undefined || judged === undefined ? 1 : Number(affected) / Number(judged);
}

/** The chance that so many answers show nothing of a fault that shows as often as this finding. */
export function chanceToMiss(finding: ReportFinding, answers: number): number {
  return (1 - shareOf(finding)) ** answers;
}
