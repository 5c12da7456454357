import type { ReportResult } from './report.ts';

/** Results by the reason that they give, in the order in which reasons first come. */
export function byReason(results: readonly ReportResult[]): ReadonlyMap<string, readonly ReportResult[]> {
  const groups = new Map<string, ReportResult[]>();
  for (const result of results) {
    const reason = result.reason ?? 'no reason given';
    groups.set(reason, [...(groups.get(reason) ?? []), result]);
  }
  return groups;
}
