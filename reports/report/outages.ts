import { findingOf } from '../../journal/finding.ts';
import type { Footer } from '../../journal/journal-line.ts';
import { type Reason, reasonOf } from '../../journal/reason.ts';
import type { RunFrame } from '../../journal/run-journal.ts';
import { preflightReason, type TargetFacts } from '../../journal/target-facts.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { addFinding } from './findings.ts';
import type { OperationTraffic } from './operation-traffic.ts';
import type { RequirementTally, Tally } from './tally.ts';

/** Which part of the suite was selected, and whether the run was completed. */
export interface Selection {
  readonly only: string | null;
  readonly shard: string | null;
  readonly incomplete: boolean;
}

/**
 * Why a whole operation cannot be judged (ruling 26). `breach`: it does not answer while others do · `inconclusive`: it
 * is busy or rejects the token, or no operation answers.
 */
export type OperationOutage =
  | { readonly kind: 'inconclusive'; readonly reason: Reason }
  | {
      readonly kind: 'breach';
      readonly reason: Reason;
      readonly requests: number;
      readonly exchanges: readonly string[];
    };

interface Traffic {
  readonly states: TargetFacts['operations'] | undefined;
  readonly traffic: (operation: Operation) => OperationTraffic;
  /** Whether the target no longer answered at the end of the run. */
  readonly isGone: boolean;
}

/** The outage of an operation, before or during the run; undefined if it answered. */
function operationOutage(
  operation: Operation,
  operations: readonly Operation[],
  seen: Traffic,
): OperationOutage | undefined {
  const others = operations.filter((other) => other !== operation);
  return beforeTheRun(operation, others, seen) ?? duringTheRun(operation, others, seen);
}

function beforeTheRun(
  operation: Operation,
  others: readonly Operation[],
  { states }: Traffic,
): OperationOutage | undefined {
  const reason = states === undefined ? undefined : preflightReason(states[operation]);
  if (states === undefined || reason === undefined) return undefined;
  if (states[operation].state !== 'silent') return { kind: 'inconclusive', reason };
  const answered = others.some(
    (other) => states[other].state === 'answers' || states[other].state === 'refuses-token',
  );
  return answered
    ? { kind: 'breach', reason, requests: 0, exchanges: states[operation].exchanges ?? [] }
    : { kind: 'inconclusive', reason: reasonOf('target-silent', reason.text) };
}

function duringTheRun(
  operation: Operation,
  others: readonly Operation[],
  { traffic, isGone }: Traffic,
): OperationOutage | undefined {
  const { seen, unanswered, onlyBusy, withoutAnswer } = traffic(operation);
  if (seen === 0 || unanswered < seen) return undefined;
  const answered = others.some((other) => traffic(other).unanswered < traffic(other).seen);
  if (!answered) return { kind: 'inconclusive', reason: reasonOf('target-unanswered', seen) };
  if (isGone) return { kind: 'inconclusive', reason: reasonOf('target-gone', seen) };
  if (onlyBusy) return { kind: 'inconclusive', reason: reasonOf('operation-busy', seen) };
  return {
    kind: 'breach',
    reason: reasonOf('operation-unanswered', seen),
    requests: seen,
    exchanges: withoutAnswer,
  };
}

/** The requirement broken by a connection error that disappears on a retry (ruling 26). */
const stability = 'HTTP-STABLE';

/** The outages of whole operations; operations that were not selected have none. */
export function outagesOf(
  { preflight, footer, tally }: RunFrame & { readonly tally: Tally },
  { only, shard }: Selection,
): Map<Operation, OperationOutage> {
  const checked = new Set(
    tally
      .pairs()
      .flatMap(({ requirement: id, operation }) =>
        tally.of(id, operation).check === undefined ? [] : [operation],
      ),
  );
  const narrowed = only !== null || shard !== null;
  const seen = {
    states: preflight?.facts.operations,
    traffic: (operation: Operation) => tally.traffic(operation),
    isGone: footer?.targetGone === true,
  };
  return new Map(
    operationStems
      .filter((operation) => !narrowed || checked.has(operation))
      .flatMap((operation) => {
        const outage = operationOutage(operation, operationStems, seen);
        return outage === undefined ? [] : [[operation, outage] as const];
      }),
  );
}

/**
 * Adds findings that no single case shows: operations that never answer, or stopped for good, and requests answered only on
 * a retry.
 */
export function addImplied(
  tally: Tally,
  outages: ReadonlyMap<Operation, OperationOutage>,
  stopped: Footer['stopped'] = {},
): void {
  for (const [operation, outage] of outages) {
    if (outage.kind !== 'breach') continue;
    const { requirement: success } = definitionOf(operation).success;
    const aggregate = tally.of(success, operation);
    aggregate.findings = {};
    aggregate.judgedElsewhere = outage.requests;
    aggregate.own = {};
    addFinding(
      aggregate.findings,
      findingOf({
        requirement: success,
        operation,
        kind: 'operation-unanswered',
        actual: outage.reason.text,
        exchanges: outage.exchanges,
      }),
      { affected: outage.requests },
    );
  }
  for (const operation of operationStems) {
    const exchanges = stopped[operation];
    if (exchanges !== undefined && !outages.has(operation)) addStop(tally, operation, exchanges);
  }
  for (const operation of operationStems) addStability(tally, operation);
}

/** What was judged before the operation stopped stays as it is. */
function addStop(tally: Tally, operation: Operation, exchanges: readonly string[]): void {
  const { requirement: success } = definitionOf(operation).success;
  const aggregate = tally.of(success, operation);
  const { unanswered } = tally.traffic(operation);
  aggregate.judgedElsewhere += unanswered;
  const shutOut = tally
    .pairs()
    .filter((pair) => pair.operation === operation)
    .map((pair) => tally.of(pair.requirement, operation).check)
    .find((check) => check?.kind === 'shut-out');
  addFinding(
    aggregate.findings,
    findingOf({
      requirement: success,
      operation,
      kind: 'operation-stopped',
      actual: shutOut?.reason ?? 'no response',
      exchanges,
    }),
    { affected: unanswered },
  );
}

function addStability(tally: Tally, operation: Operation): void {
  const { requests, recovered, repeated } = tally.traffic(operation);
  const aggregate = tally.of(stability, operation);
  // Answers that judges counted are not counted again.
  if (judgedAnswers(aggregate) < requests) aggregate.judgedElsewhere += requests - judgedAnswers(aggregate);
  if (recovered === 0) return;
  addFinding(
    aggregate.findings,
    findingOf({
      requirement: stability,
      operation,
      kind: 'answered-on-retry',
      parameters: { recovered, requests },
      actual: 'a connection error, then a response on a retry',
      exchanges: repeated,
    }),
    { affected: recovered },
  );
}

/** Answers judged in its own and other cases, whether or not they count as evidence. */
export function judgedAnswers({ judgedElsewhere, own }: RequirementTally): number {
  return Object.values(own).reduce((sum, { judged }) => sum + judged, judgedElsewhere);
}
