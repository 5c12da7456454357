import type { TargetFacts } from '../../journal/target-facts.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { OperationTraffic } from './operation-traffic.ts';

/**
 * What keeps a whole operation from being judged (ruling 26). `breach`: it stays without an answer while others answer ·
 * `inconclusive`: it says "not now", lacks a right, or nothing answers at all.
 */
export type OperationOutage =
  | { readonly kind: 'inconclusive'; readonly reason: string }
  | {
      readonly kind: 'breach';
      readonly reason: string;
      readonly requests: number;
      readonly exchanges: readonly string[];
    };

interface Seen {
  readonly states: TargetFacts['operations'] | undefined;
  readonly traffic: (operation: Operation) => OperationTraffic;
  /** Whether nothing answered any more at the end of the run. */
  readonly isGone: boolean;
}

/** The outage of an operation, from what preflight met and from what the run met; undefined where it was answered. */
export function operationOutage(
  operation: Operation,
  operations: readonly Operation[],
  seen: Seen,
): OperationOutage | undefined {
  const others = operations.filter((other) => other !== operation);
  return beforeTheRun(operation, others, seen) ?? duringTheRun(operation, others, seen);
}

function beforeTheRun(
  operation: Operation,
  others: readonly Operation[],
  { states }: Seen,
): OperationOutage | undefined {
  if (states === undefined || states[operation].state === 'answers') return undefined;
  const { state, detail } = states[operation];
  if (state !== 'silent') return { kind: 'inconclusive', reason: detail };
  const answered = others.some(
    (other) => states[other].state === 'answers' || states[other].state === 'refuses-token',
  );
  return answered
    ? { kind: 'breach', reason: detail, requests: 0, exchanges: [] }
    : { kind: 'inconclusive', reason: `no operation answered: ${detail}` };
}

function duringTheRun(
  operation: Operation,
  others: readonly Operation[],
  { traffic, isGone }: Seen,
): OperationOutage | undefined {
  const { seen, unanswered, onlyBusy, withoutAnswer } = traffic(operation);
  if (seen === 0 || unanswered < seen) return undefined;
  const answered = others.some((other) => traffic(other).unanswered < traffic(other).seen);
  if (!answered)
    return { kind: 'inconclusive', reason: `none of ${seen} requests got a settled answer, on no operation` };
  if (isGone)
    return {
      kind: 'inconclusive',
      reason: `none of ${seen} requests got a settled answer, and at the end nothing answered on any operation: the target has gone`,
    };
  if (onlyBusy)
    return { kind: 'inconclusive', reason: `all ${seen} requests were answered with 429, 502, 503 or 504` };
  return {
    kind: 'breach',
    reason: `none of ${seen} requests got a settled answer`,
    requests: seen,
    exchanges: withoutAnswer,
  };
}
