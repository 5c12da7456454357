import type { ReasonKind } from '../../journal/reason.ts';

const load = 'lower CONFORMANCE_CONCURRENCY or CONFORMANCE_RATE, or raise TARGET_TIMEOUT_MS';

/** Remedies for reasons whose own text names none. */
const remedies: Partial<Readonly<Record<ReasonKind, string>>> = {
  'not-selected': 'run without --only and --shard',
  'run-ended': 'continue the run with --resume',
  'control-not-reached': 'continue the run with --resume',
  'no-fresh-body': 'add more bodies to TARGET_EXECUTE_REQUEST',
  'no-valid-control':
    'see why the valid request is rejected; the target must accept TARGET_SYNCHRONIZER and TARGET_EXECUTE_REQUEST',
  'no-such-answer': 'a larger --effort or more settings may bring one; see ledger-conformance doctor',
  'token-rejected': 'give TARGET_TOKEN the right to this operation',
  'suite-failed': 'report it: this is a defect of the suite',
  'requests-unanswered': load,
  'operation-unanswered': load,
  'target-unanswered': load,
  'target-gone': load,
  'operation-busy': load,
  'preflight-busy': load,
  'stopped-answering': load,
};

/** A setting or an action that helps against a kind of reason; undefined if its text names one, or there is none. */
export function remedyFor(kind: string | undefined): string | undefined {
  return Object.hasOwn(remedies, kind ?? '') ? remedies[kind as ReasonKind] : undefined;
}
