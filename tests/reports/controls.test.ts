import { expect, test } from 'vitest';
import { reasonOf } from '../../journal/reason.ts';
import type { ReportResult } from '../../reports/report/report.ts';
import { aggregated, resultOf } from './aggregated.ts';
import {
  aCase,
  aCheck,
  aFinding,
  aGoodRun,
  type CaseParts,
  type Run,
  withCases,
  withCheck,
  withoutCases,
} from './journal-fixture.ts';

const gt = 'generate-topology';
const ex = 'execute-submission';

function resultWith(run: Run, ...cases: readonly CaseParts[]): ReportResult {
  const [first] = cases;
  if (first === undefined) throw new Error('Give a case at the least.');
  const emptied = withoutCases(run, first.requirement, first.operation);
  return resultOf(aggregated(withCases(emptied, ...cases.map(aCase))), first.requirement, first.operation);
}

/** A rejection of execute, whose valid request comes last. */
const pending = {
  requirement: 'EX-BODY',
  operation: ex,
  control: 'pending',
  facts: { body: 'body-1' },
} as const;

const noControl = {
  outcome: 'not-exercised',
  reason: 'the matching valid request failed, so this rejection proves nothing',
  answersJudged: 0,
};

test('A refusal counts only where its valid control succeeded.', () => {
  const refusal = { requirement: 'GT-BODY', operation: gt } as const;
  expect(resultWith(aGoodRun(), { ...refusal, control: 'failed' })).toMatchObject(noControl);
  expect(resultWith(aGoodRun(), { ...refusal, control: 'none' })).toMatchObject(noControl);
  expect(
    resultWith(
      aGoodRun(),
      { ...refusal, control: 'failed', requests: 5 },
      { ...refusal, number: 2, requests: 2 },
    ),
  ).toMatchObject({ outcome: 'passed', answersJudged: 2 });
});

test('What few answers leave unseen is stated beside a pass; 44 answers see a fault in one of ten.', () => {
  const refusal = { requirement: 'GT-BODY', operation: gt } as const;
  expect(resultWith(aGoodRun(), { ...refusal, requests: 7 }).reason).toBe(
    '7 responses judged: a fault in one response of ten would be missed 48 % of the time',
  );
  expect(resultWith(aGoodRun(), { ...refusal, requests: 43 }).reason).toContain(' 2 %');
  expect(resultWith(aGoodRun(), { ...refusal, requests: 44 }).reason).toBeNull();
});

test('An acceptance is a breach whatever the control did, and its rate counts every answer.', () => {
  const refusal = { requirement: 'GT-BODY', operation: gt, control: 'failed' } as const;
  const findings = [aFinding('GT-BODY', gt)];
  const result = resultWith(aGoodRun(), { ...refusal, findings }, { ...refusal, number: 2, requests: 39 });
  expect(result).toMatchObject({ outcome: 'failed', answersJudged: 40 });
  expect(result.findings[0]?.rate).toBe('1 of 40 responses');
});

test('A refusal whose control is pending counts when its execute body was accepted later.', () => {
  expect(resultWith(aGoodRun(), pending)).toMatchObject(noControl);
  const accepted = (body: string): Run =>
    withCases(aGoodRun(), aCase({ requirement: 'EX-SUCCESS', operation: ex, facts: { body } }));
  expect(resultWith(accepted('body-2'), pending)).toMatchObject(noControl);
  expect(resultWith(accepted('body-1'), pending)).toMatchObject({ outcome: 'passed', answersJudged: 1 });
});

test('Where the check that sends the valid requests is inconclusive, so is what waits for them, for the same reason.', () => {
  const reason = reasonOf('stopped-answering', ex);
  const run = withCheck(
    withoutCases(aGoodRun(), 'EX-SUCCESS', ex),
    aCheck('EX-SUCCESS', ex, 'inconclusive', reason),
  );
  expect(resultWith(run, pending)).toMatchObject({
    outcome: 'inconclusive',
    reason: reason.text,
    reasonKind: 'stopped-answering',
  });
});

test('A placeholder execute body is never taken for an accepted one.', () => {
  const isPlaceholder = { body: 'placeholder' };
  const run = withCases(
    aGoodRun(),
    aCase({ requirement: 'AUTH-REQUIRED', operation: ex, facts: isPlaceholder }),
  );
  expect(
    resultWith(run, { requirement: 'EX-BODY', operation: ex, control: 'pending', facts: isPlaceholder }),
  ).toMatchObject(noControl);
});

test('A success that no unused execute body was left for is not exercised.', () => {
  const success = { requirement: 'EX-OPT-USERID', operation: ex, control: 'none', judged: {} } as const;
  expect(resultWith(aGoodRun(), success, { ...success, number: 2 })).toMatchObject({
    outcome: 'not-exercised',
    reason: 'no unused execute body was left',
  });
  expect(
    resultWith(aGoodRun(), success, {
      ...success,
      number: 2,
      control: 'succeeded',
      judged: { 'EX-OPT-USERID': 1 },
    }),
  ).toMatchObject({ outcome: 'passed', answersJudged: 1 });
});

test('Without an expired token from outside, a token of the run that was used before and after its end counts.', () => {
  const used = { requirement: 'AUTH-EXPIRED', operation: 'list-users' } as const;
  const missing = aCheck(
    'AUTH-EXPIRED',
    'list-users',
    'not-exercised',
    reasonOf('missing-setting', 'expired-token'),
  );
  const without = withCheck(aGoodRun(), missing);
  expect(resultWith(without, { ...used, control: 'failed' })).toMatchObject({ outcome: 'not-exercised' });
  expect(resultWith(without, used)).toMatchObject({ outcome: 'passed', answersJudged: 1 });
  // Anything else that is missing stays missing.
  const alias = { requirement: 'GT-SYNC-ALIAS', operation: gt } as const;
  const noAlias = aCheck(
    'GT-SYNC-ALIAS',
    gt,
    'not-exercised',
    reasonOf('missing-setting', 'synchronizer-alias'),
  );
  expect(resultWith(withCheck(aGoodRun(), noAlias), alias)).toMatchObject({ outcome: 'not-exercised' });
});
