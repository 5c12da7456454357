import { expect, test } from 'vitest';
import type { UnansweredRequest } from '../../journal/judgement.ts';
import type { Report } from '../../reports/report/report.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { aggregated, resultOf } from './aggregated.ts';
import {
  aCase,
  aCheck,
  aGoodRun,
  aHeader,
  aPreflight,
  judgedPairs,
  type Run,
  withCases,
} from './journal-fixture.ts';

const gt = 'generate-topology';
const ex = 'execute-submission';
const lu = 'list-users';

const outcomesOf = (report: Report, operation: Operation): string[] => [
  ...new Set(report.results.filter((result) => result.operation === operation).map(({ outcome }) => outcome)),
];

const unansweredRequest = (
  operation: Operation,
  parts: Partial<UnansweredRequest>,
  id: string,
): UnansweredRequest => ({
  operation,
  kind: 'timeout',
  wellFormed: false,
  exchanges: [id],
  ...parts,
});

/** Every request on these operations gets no answer. */
function runWithout(operations: readonly Operation[], parts: Partial<UnansweredRequest>): Run {
  const cases = judgedPairs
    .filter(({ operation }) => operations.includes(operation))
    .map(({ requirement, operation }) =>
      aCase({
        requirement,
        operation,
        judged: {},
        control: 'none',
        unanswered: [unansweredRequest(operation, parts, `${requirement}@${operation}/1#1`)],
      }),
    );
  return withCases(aGoodRun(), ...cases);
}

test('A request that got no settled answer leaves its requirement undecided.', () => {
  const lost = aCase({
    requirement: 'LU-SUCCESS',
    operation: lu,
    requests: 3,
    unanswered: [unansweredRequest(lu, {}, 'a'), unansweredRequest(lu, {}, 'b')],
  });
  expect(resultOf(aggregated(withCases(aGoodRun(), lost)), 'LU-SUCCESS', lu)).toMatchObject({
    outcome: 'inconclusive',
    reason: '2 requests got no final response',
  });
});

test('An operation that was silent before the run while others answered breaks its success requirement alone.', () => {
  const run = aGoodRun();
  const detail = 'No complete response within 5000 ms.';
  const checks = run.checks.map((line) =>
    line.operation === ex ? aCheck(line.requirement, ex, 'inconclusive', detail) : line,
  );
  const silent = {
    ...run,
    checks,
    cases: run.cases.filter(({ operation }) => operation !== ex),
    judgements: run.judgements.filter((line) => !line.case.includes(`@${ex}/`)),
    preflight: aPreflight({ [ex]: { state: 'silent', detail } }),
  };
  const report = aggregated(silent);
  const success = resultOf(report, 'EX-SUCCESS', ex);
  expect(success.outcome).toBe('failed');
  expect(success.findings).toMatchObject([{ actual: detail, exchanges: [], rate: 'in every request' }]);
  expect(success.findings[0]?.replay).toContain('--only execute-submission ');
  expect(resultOf(report, 'EX-BODY', ex)).toMatchObject({ outcome: 'inconclusive', reason: detail });
  expect(outcomesOf(report, ex).sort()).toEqual(['failed', 'inconclusive']);
  expect(outcomesOf(report, gt)).not.toContain('inconclusive');
  expect(report.verdict).toBe('non-conformant');
});

test('An operation that is busy or refuses the token is inconclusive as a whole.', () => {
  for (const state of ['busy', 'refuses-token'] as const) {
    const report = aggregated({
      ...aGoodRun(),
      preflight: aPreflight({ [lu]: { state, detail: 'It may lack a permission.' } }),
    });
    expect(outcomesOf(report, lu)).toEqual(['inconclusive']);
    expect(resultOf(report, 'LU-SUCCESS', lu).reason).toBe('It may lack a permission.');
    expect(report.verdict).toBe('inconclusive');
  }
});

test('An operation that the run was not meant for has no unanswered.', () => {
  const run = aGoodRun();
  const narrowed = {
    ...run,
    header: aHeader({ only: gt }),
    checks: run.checks.filter(({ operation }) => operation === gt),
    cases: run.cases.filter(({ operation }) => operation === gt),
    preflight: aPreflight({ [lu]: { state: 'silent', detail: 'No answer.' } }),
  };
  const report = aggregated(narrowed);
  expect(outcomesOf(report, lu)).toEqual(['not-exercised']);
  expect(report.verdict).toBe('conformant');
});

test('An operation that stays silent in the run while others answer breaks its success requirement.', () => {
  const report = aggregated(runWithout([lu], { kind: 'cut' }));
  const success = resultOf(report, 'LU-SUCCESS', lu);
  const requests = judgedPairs.filter(({ operation }) => operation === lu).length;
  expect(success.outcome).toBe('failed');
  expect(success.findings[0]?.rate).toBe(`${requests} of ${requests} requests`);
  expect(success.findings[0]?.exchanges).toHaveLength(20);
  expect(outcomesOf(report, lu).sort()).toEqual(['failed', 'inconclusive']);
});

test('An operation that stays silent in a run at whose end nothing answers is inconclusive: the target has gone.', () => {
  const run = runWithout([lu], { kind: 'closed' });
  const report = aggregated({ ...run, targetGone: true });
  expect(outcomesOf(report, lu)).toEqual(['inconclusive']);
  expect(resultOf(report, 'LU-SUCCESS', lu).reason).toContain('the target is gone');
  expect(outcomesOf(report, gt)).not.toContain('inconclusive');
  expect(report).toMatchObject({ verdict: 'inconclusive', gate: { status: 3 } });
});

test('An operation that stopped for good while others answer breaks its success; what was judged before stands.', () => {
  const lost = aCase({
    requirement: 'LU-PAGE-SIZE',
    operation: lu,
    unanswered: [unansweredRequest(lu, {}, 'a')],
  });
  const run = withCases(aGoodRun(), lost);
  const exchanges = ['final-liveness@list-users/2', 'final-liveness@list-users/3'];
  const report = aggregated({ ...run, stopped: { [lu]: exchanges } });
  const success = resultOf(report, 'LU-SUCCESS', lu);
  expect(success.outcome).toBe('failed');
  expect(success.findings).toMatchObject([
    { kind: 'operation-stopped', place: 'transport', affected: 1, exchanges },
  ]);
  expect(success.findings[0]?.replay).toContain('--only list-users ');
  expect(resultOf(report, 'LU-PAGE-SIZE', lu).outcome).toBe('inconclusive');
  expect(resultOf(report, 'LU-USER', lu).outcome).toBe('passed');
  expect(outcomesOf(report, gt)).not.toContain('failed');
  expect(report).toMatchObject({ verdict: 'non-conformant', gate: { status: 1 } });
  expect(resultOf(aggregated(run), 'LU-SUCCESS', lu).outcome).toBe('passed');
  expect(aggregated(run).verdict).toBe('inconclusive');
});

test('An operation that never answered is not reported twice.', () => {
  const run = { ...runWithout([lu], {}), stopped: { [lu]: ['final-liveness@list-users/1'] } };
  expect(resultOf(aggregated(run), 'LU-SUCCESS', lu).findings).toMatchObject([
    { kind: 'operation-unanswered' },
  ]);
});

test('An operation that only ever says "not now" in a well-formed way is inconclusive, in another way it is broken.', () => {
  const polite = aggregated(runWithout([lu], { kind: 'busy', wellFormed: true }));
  expect(outcomesOf(polite, lu)).toEqual(['inconclusive']);
  expect(resultOf(polite, 'LU-USER', lu).reason).toContain('429, 502, 503 or 504');
  expect(polite.verdict).toBe('inconclusive');
  const rude = aggregated(runWithout([lu], { kind: 'busy', wellFormed: false }));
  expect(resultOf(rude, 'LU-SUCCESS', lu).outcome).toBe('failed');
});

test('Where nothing answers, everything is inconclusive and nothing broken.', () => {
  const report = aggregated(runWithout([gt, ex, lu], {}));
  expect([...outcomesOf(report, gt), ...outcomesOf(report, ex), ...outcomesOf(report, lu)]).toEqual(
    Array(3).fill('inconclusive'),
  );
  expect(report).toMatchObject({ verdict: 'inconclusive', gate: { status: 3 } });
});

test('Requests that were answered only when repeated are a warning with their rate.', () => {
  const again = aCase({ requirement: 'LU-SUCCESS', operation: lu, requests: 4, attempts: 2, recovered: 2 });
  const requests = judgedPairs.filter(({ operation }) => operation === lu).length + 3;
  const report = aggregated(withCases(aGoodRun(), again));
  const stable = resultOf(report, 'HTTP-STABLE', lu);
  expect(stable.outcome).toBe('warned');
  expect(stable.findings).toMatchObject([
    { message: `2 of ${requests} requests were answered only on a retry`, rate: `2 of ${requests} requests` },
  ]);
  expect(stable.findings[0]?.exchanges[0]).toBe('LU-SUCCESS@list-users/1#1');
  expect(resultOf(report, 'HTTP-STABLE', gt).outcome).toBe('passed');
  expect(report.verdict).toBe('conformant');
});
