/**
 * Cases of a disguised run that come before its checks or after them, in front of their numbers: those sent at the pace of
 * ordinary clients, and those sent as the suite itself, to compare.
 */
export const caseSeries = { paced: 'paced-', undisguised: 'undisguised-' } as const;

export type CaseSeries = keyof typeof caseSeries;

/** Whether a case, by its id, belongs to a series. */
export function isOfSeries(series: CaseSeries, caseId: string): boolean {
  return caseId.includes(`/${caseSeries[series]}`);
}
