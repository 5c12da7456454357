import { expectation } from '../../checks/answers/expectation.ts';
import { successRules } from '../../checks/answers/success-rules.ts';
import type { RunFrame } from '../../journal/run-frame.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { addFinding } from './findings.ts';
import { type OperationTrouble, operationTrouble } from './operation-trouble.ts';
import { judgedAnswers, type Selection } from './outcome.ts';
import type { Tallies } from './tally.ts';

/** The requirement that a connection error breaks which goes away on repetition (ruling 26). */
const stability = 'HTTP-STABLE';

/** What keeps whole operations from being judged; an operation that the run was not meant for has no trouble. */
export function troublesOf(
  { preflight, footer, tallies }: RunFrame & { readonly tallies: Tallies },
  { only, shard }: Selection,
): Map<Operation, OperationTrouble> {
  const checked = new Set(
    tallies
      .pairs()
      .flatMap(({ requirement: id, operation }) =>
        tallies.of(id, operation).check === undefined ? [] : [operation],
      ),
  );
  const narrowed = only !== null || shard !== null;
  const seen = {
    states: preflight?.facts.operations,
    traffic: tallies.traffic,
    isGone: footer?.targetGone === true,
  };
  return new Map(
    operationStems
      .filter((operation) => !narrowed || checked.has(operation))
      .flatMap((operation) => {
        const trouble = operationTrouble(operation, operationStems, seen);
        return trouble === undefined ? [] : [[operation, trouble] as const];
      }),
  );
}

/** Adds what no single case can show: an operation that never answers while others do, and answers that come only at a repetition. */
export function addImplied(tallies: Tallies, troubles: ReadonlyMap<Operation, OperationTrouble>): void {
  for (const [operation, trouble] of troubles) {
    if (trouble.kind !== 'breach') continue;
    const { success } = successRules[operation];
    const tally = tallies.of(success, operation);
    tally.findings.clear();
    tally.judgedElsewhere = trouble.requests;
    tally.own.clear();
    addFinding(
      tally.findings,
      {
        message: 'no request of this operation gets an answer, again and again, while others do',
        pointer: '',
        expected: expectation(success),
        actual: trouble.reason,
        exchanges: trouble.exchanges,
      },
      undefined,
      trouble.requests,
    );
  }
  for (const operation of operationStems) addStability(tallies, operation);
}

function addStability(tallies: Tallies, operation: Operation): void {
  const { requests, recovered, repeated } = tallies.traffic(operation);
  const tally = tallies.of(stability, operation);
  // Where judges count it themselves, they count every answer once.
  if (judgedAnswers(tally) < requests) tally.judgedElsewhere += requests - judgedAnswers(tally);
  if (recovered === 0) return;
  addFinding(
    tally.findings,
    {
      message: `${recovered} of ${requests} requests were answered only when repeated`,
      pointer: '',
      expected: expectation(stability),
      actual: 'a connection error that went away',
      exchanges: repeated,
    },
    undefined,
    recovered,
  );
}
