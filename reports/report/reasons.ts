import { groupBy } from '../../journal/group-by.ts';
import type { ReasonKind } from '../../journal/reason.ts';
import { whyUntested } from './gate.ts';
import type { Report, ReportResult } from './report.ts';

/** Results with the same reason; `remedy`: a setting or an action that helps, if its text names none. */
export type ReasonGroup = ReturnType<typeof byReason>[number];

/** Groups results by reason, the most frequent first. */
export function byReason(results: readonly ReportResult[], report: Parameters<typeof remedyFor>[1]) {
  const textOf = ({ reason }: ReportResult): string => reason ?? 'no reason given';
  const groups = groupBy(results, (each) => `${each.outcome} ${each.reasonKind ?? ''} ${textOf(each)}`);
  return [...groups.values()]
    .map((members) => {
      const [{ outcome, reasonKind }] = members;
      return { outcome, reason: textOf(members[0]), remedy: remedyFor(reasonKind, report), members };
    })
    .sort((a, b) => b.members.length - a.members.length || (a.reason < b.reason ? -1 : 1));
}

const load = 'lower CONFORMANCE_CONCURRENCY or CONFORMANCE_RATE, or raise TARGET_TIMEOUT_MS';

/** Remedies for reasons whose own text names none. */
const remedies: Partial<Readonly<Record<ReasonKind, string>>> = {
  'not-selected': 'run without --only and --shard',
  'run-ended': 'continue the run with --resume',
  'control-not-reached': 'continue the run with --resume',
  'no-fresh-body': 'add more bodies to TARGET_EXECUTE_REQUEST',
  'no-valid-control':
    'see why the valid request is rejected; the target must accept TARGET_SYNCHRONIZER and TARGET_EXECUTE_REQUEST',
  'no-such-answer': 'a higher --effort or more settings may produce one; see ledger-conformance doctor',
  'token-rejected': 'give TARGET_TOKEN permission for this operation',
  'suite-failed': 'report it: this is a defect of the suite',
  'requests-unanswered': load,
  'operation-unanswered': load,
  'target-unanswered': load,
  'target-gone': load,
  'operation-busy': load,
  'preflight-busy': load,
  'stopped-answering': load,
};

/** Reasons for which a target that has stopped is the cause, and not its load. */
const ofStop: readonly (string | undefined)[] = [
  'requests-unanswered',
  'operation-unanswered',
  'target-unanswered',
  'target-gone',
  'stopped-answering',
] satisfies ReasonKind[];

/** A setting or an action that helps against a kind of reason; undefined if its text names one, or there is none. */
export function remedyFor(
  kind: string | undefined,
  report: Pick<Report, 'targetStop' | 'gate' | 'counts'>,
): string | undefined {
  if (report.targetStop !== undefined && ofStop.includes(kind)) return undefined;
  // Only a run that began can be continued.
  if (kind === 'run-ended' && whyUntested(report) !== undefined) return undefined;
  return Object.hasOwn(remedies, kind ?? '') ? remedies[kind as ReasonKind] : undefined;
}
