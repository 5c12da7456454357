import { findingOf } from '../../journal/finding.ts';
import type { Footer } from '../../journal/journal-line.ts';
import { type Reason, reasonOf } from '../../journal/reason.ts';
import type { RunFrame } from '../../journal/run-journal.ts';
import { preflightReason, type TargetFacts } from '../../journal/target-facts.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { addFinding } from './findings.ts';
import type { Tally } from './tally.ts';

/** Which part of the suite was selected, and whether the run was completed. */
export interface Selection {
  readonly only: string | null;
  readonly shard: string | null;
  readonly incomplete: boolean;
}

/**
 * Why a whole operation cannot be judged (ruling 26): it is busy or rejects the token, or no operation answers. It is a breach if it
 * does not answer while others do.
 */
export interface OperationOutage {
  readonly reason: Reason;
  readonly breach?: { readonly requests: number; readonly exchanges: readonly string[] };
}

/** The outages of whole operations, before or during the run; operations that answered or were not selected have none. */
export function outagesOf(
  { preflight, footer }: RunFrame,
  tally: Tally,
  { only, shard }: Selection,
): Map<Operation, OperationOutage> {
  const checked = new Set(tally.checks().map(({ operation }) => operation));
  const narrowed = only !== null || shard !== null;
  const states = preflight?.facts.operations;
  return new Map(
    operationStems
      .filter((operation) => !narrowed || checked.has(operation))
      .flatMap((operation) => {
        const before = states === undefined ? undefined : beforeTheRun(operation, states);
        const outage = before ?? duringTheRun(operation, tally, footer?.targetGone === true);
        return outage === undefined ? [] : [[operation, outage] as const];
      }),
  );
}

function beforeTheRun(operation: Operation, states: TargetFacts['operations']): OperationOutage | undefined {
  const { state, exchanges = [] } = states[operation];
  const reason = preflightReason(states[operation]);
  if (reason === undefined || state !== 'silent') return reason && { reason };
  const answered = operationStems.some((other) => ['answers', 'refuses-token'].includes(states[other].state));
  return answered
    ? { reason, breach: { requests: 0, exchanges } }
    : { reason: reasonOf('target-silent', reason.text) };
}

function duringTheRun(operation: Operation, tally: Tally, isGone: boolean): OperationOutage | undefined {
  const { seen, unanswered, onlyBusy } = tally.sums(operation).traffic;
  if (seen === 0 || unanswered < seen) return undefined;
  const answered = operationStems.some(
    (other) => tally.sums(other).traffic.unanswered < tally.sums(other).traffic.seen,
  );
  if (!answered) return { reason: reasonOf('target-unanswered', seen) };
  if (isGone) return { reason: reasonOf('target-gone', seen) };
  if (onlyBusy) return { reason: reasonOf('operation-busy', seen) };
  const exchanges = tally.troubled(operation).withoutAnswer;
  return { reason: reasonOf('operation-unanswered', seen), breach: { requests: seen, exchanges } };
}

/** The requirement broken by a failure that disappears on a retry (ruling 26). */
const stability = 'HTTP-STABLE';

/**
 * Adds findings that no single case shows: operations that never answer, or stopped for good, and requests answered only on
 * a retry.
 */
export function addImplied(
  tally: Tally,
  outages: ReadonlyMap<Operation, OperationOutage>,
  stopped: Footer['stopped'] = {},
): void {
  for (const operation of operationStems) {
    const { requirement } = definitionOf(operation).success;
    const success = tally.of(requirement, operation);
    const outage = outages.get(operation);
    if (outage?.breach !== undefined) {
      const { requests, exchanges } = outage.breach;
      Object.assign(success, { findings: {}, implied: { judged: requests, alone: true } });
      const kind = 'operation-unanswered';
      const finding = findingOf({ requirement, operation, kind, actual: outage.reason.text, exchanges });
      addFinding(success.findings, finding, { affected: requests });
    }
    const exchanges = stopped[operation];
    if (exchanges !== undefined && outage === undefined) {
      // What was judged before the operation stopped stays as it is.
      const { unanswered } = tally.sums(operation).traffic;
      success.implied = { judged: unanswered };
      const shutOut = tally
        .checks()
        .find((check) => check.operation === operation && check.kind === 'shut-out');
      const actual = shutOut?.reason ?? 'no response';
      const finding = findingOf({ requirement, operation, kind: 'operation-stopped', actual, exchanges });
      addFinding(success.findings, finding, { affected: unanswered });
    }
    addStability(tally, operation);
  }
}

function addStability(tally: Tally, operation: Operation): void {
  const { requests, recovered } = tally.sums(operation).traffic;
  const stable = tally.of(stability, operation);
  // Answers that judges counted are not counted again.
  stable.implied = { judged: Math.max(0, requests - tally.result(stability, operation).judged) };
  if (recovered === 0) return;
  const finding = findingOf({
    requirement: stability,
    operation,
    kind: 'answered-on-retry',
    parameters: { recovered, requests },
    actual: 'no complete response, then one on a retry',
    exchanges: tally.troubled(operation).repeated,
  });
  addFinding(stable.findings, finding, { affected: recovered });
}
