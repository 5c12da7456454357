import type { ReportResult, ResultOutcome } from './report.ts';

/** Results with the same reason. */
export interface ReasonGroup {
  readonly outcome: ResultOutcome;
  readonly kind: string | undefined;
  readonly reason: string;
  readonly members: readonly ReportResult[];
}

/** Groups results by reason, the most frequent first. */
export function byReason(results: readonly ReportResult[]): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup & { members: ReportResult[] }>();
  for (const result of results) {
    const { outcome, reasonKind: kind, reason: text } = result;
    const reason = text ?? 'no reason given';
    const key = `${outcome} ${kind ?? ''} ${reason}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { outcome, kind, reason, members: [result] });
    else group.members.push(result);
  }
  return [...groups.values()].sort(
    (a, b) => b.members.length - a.members.length || (a.reason < b.reason ? -1 : 1),
  );
}
