import type { ReportFinding } from '../report/report.ts';

/** If the chance of missing a finding is higher, its absence says little. */
export const likelyToMiss = 0.05;

/** The finding with the highest share of affected answers; undefined if there are none. */
export function mostFrequent(findings: readonly ReportFinding[]): ReportFinding | undefined {
  const [first] = [...findings].sort((a, b) => shareOf(b) - shareOf(a));
  return first;
}

/**
 * How often it showed where it could: in attempts at its kind of input, in repetitions of its walk, or in judged answers; 1
 * for a finding without numbers. Between answers, the number of answers says nothing about how often they disagree.
 */
function shareOf({ affected, attempts, judged, place, parameters }: ReportFinding): number {
  const { failed, walks } = parameters ?? {};
  if (typeof failed === 'number' && typeof walks === 'number' && walks > 0) return failed / walks;
  const tried = attempts ?? judged;
  if (place === 'relation' || affected === undefined || tried === undefined || tried === 0) return 1;
  return affected / tried;
}

/** The probability of missing this finding in so many attempts. */
export function chanceToMiss(finding: ReportFinding, attempts: number): number {
  return (1 - shareOf(finding)) ** attempts;
}
