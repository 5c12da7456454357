import type { Report } from '../report/report.ts';

/** How long a run took, in seconds; undefined if it was cut off. */
export function secondsOf({ startedAt, finishedAt }: Report['run']): number | undefined {
  return finishedAt === null ? undefined : (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
}
