import { type Reason, reasonOf } from '../../journal/reason.ts';
import { preflightReason, type TargetFacts } from '../../journal/target-facts.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { OperationTraffic } from './operation-traffic.ts';

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
export function operationOutage(
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
