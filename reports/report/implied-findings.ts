import { findingOf } from '../../journal/finding.ts';
import type { Footer } from '../../journal/journal-line.ts';
import type { RunFrame } from '../../journal/run-frame.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import type { Aggregates } from './aggregate.ts';
import { addFinding } from './findings.ts';
import { type OperationOutage, operationOutage } from './operation-outage.ts';
import { judgedAnswers, type Selection } from './outcome.ts';

/** The requirement broken by a connection error that disappears on a retry (ruling 26). */
const stability = 'HTTP-STABLE';

/** The outages of whole operations; operations that were not selected have none. */
export function outagesOf(
  { preflight, footer, aggregates }: RunFrame & { readonly aggregates: Aggregates },
  { only, shard }: Selection,
): Map<Operation, OperationOutage> {
  const checked = new Set(
    aggregates
      .pairs()
      .flatMap(({ requirement: id, operation }) =>
        aggregates.of(id, operation).check === undefined ? [] : [operation],
      ),
  );
  const narrowed = only !== null || shard !== null;
  const seen = {
    states: preflight?.facts.operations,
    traffic: aggregates.traffic,
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
  aggregates: Aggregates,
  outages: ReadonlyMap<Operation, OperationOutage>,
  stopped: Footer['stopped'] = {},
): void {
  for (const [operation, outage] of outages) {
    if (outage.kind !== 'breach') continue;
    const { requirement: success } = definitionOf(operation).success;
    const aggregate = aggregates.of(success, operation);
    aggregate.findings.clear();
    aggregate.judgedElsewhere = outage.requests;
    aggregate.own.clear();
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
    if (exchanges !== undefined && !outages.has(operation)) addStop(aggregates, operation, exchanges);
  }
  for (const operation of operationStems) addStability(aggregates, operation);
}

/** What was judged before the operation stopped stays as it is. */
function addStop(aggregates: Aggregates, operation: Operation, exchanges: readonly string[]): void {
  const { requirement: success } = definitionOf(operation).success;
  const aggregate = aggregates.of(success, operation);
  const { unanswered } = aggregates.traffic(operation);
  aggregate.judgedElsewhere += unanswered;
  const shutOut = aggregates
    .pairs()
    .filter((pair) => pair.operation === operation)
    .map((pair) => aggregates.of(pair.requirement, operation).check)
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

function addStability(aggregates: Aggregates, operation: Operation): void {
  const { requests, recovered, repeated } = aggregates.traffic(operation);
  const aggregate = aggregates.of(stability, operation);
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
      actual: 'a connection error that went away',
      exchanges: repeated,
    }),
    { affected: recovered },
  );
}
