import { expect, test } from 'vitest';
import { reasonOf } from '../../journal/reason.ts';
import { readJournal } from '../../journal/run-journal.ts';
import { violationsOf } from '../../json/ajv.ts';
import type { Profile } from '../../profiles/profile.ts';
import reportSchema from '../../reports/report/report.schema.json' with { type: 'json' };
import { aggregated, aggregateFolders, plainly, resultOf } from './aggregated.ts';
import {
  aCase,
  aCheck,
  aFinding,
  aGoodRun,
  aHeader,
  judgedPairs,
  type Run,
  withCases,
  withCheck,
  withoutCases,
  withoutCheck,
} from './journal-fixture.ts';
import { writeRun } from './write-run.ts';

const gt = 'generate-topology';
const ex = 'execute-submission';
const lu = 'list-users';

test('A run in which everything was as it must be is conformant, with complete coverage.', () => {
  const report = aggregated(aGoodRun());
  expect(report.verdict).toBe('conformant');
  expect(report.gate).toEqual({ status: 0, causes: [], causeKinds: [] });
  expect(report.coverage.state).toBe('complete');
  expect(report.coverage.must.exercised).toBe(report.coverage.must.total);
  expect(report.counts.cases).toBe(judgedPairs.length);
  expect(report.counts.exchanges).toBe(judgedPairs.length);
});

test('There is one result for every requirement that is not excluded, on each of its operations.', () => {
  const { results, counts } = aggregated(aGoodRun());
  expect(results.map(({ requirement, operation }) => ({ requirement, operation }))).toEqual(judgedPairs);
  const { exchanges, cases, ...byOutcome } = counts;
  expect(Object.values(byOutcome).reduce((sum, count) => sum + count)).toBe(results.length);
});

test('A report is of its schema.', () => {
  expect(violationsOf(reportSchema, aggregated(aGoodRun()))).toEqual([]);
  expect(violationsOf(reportSchema, aggregated({ ...aGoodRun(), ended: undefined }))).toEqual([]);
});

const broken = (requirement: string, operation: typeof gt | typeof ex | typeof lu): Run =>
  withCases(aGoodRun(), aCase({ requirement, operation, findings: [aFinding(requirement, operation)] }));

test('A finding on a MUST requirement fails it and the target.', () => {
  const report = aggregated(broken('GT-RES-PARTYID', gt));
  const result = resultOf(report, 'GT-RES-PARTYID', gt);
  expect(result).toMatchObject({ outcome: 'failed', reason: null, level: 'MUST' });
  expect(report.verdict).toBe('non-conformant');
  expect(report.gate.status).toBe(1);
  expect(report.gate.causes).toEqual(['1 MUST requirement is broken: GT-RES-PARTYID on generate-topology.']);
});

test('A finding on a SHOULD requirement is a warning, which decides the gate only when strict.', () => {
  const run = broken('ERR-NO-5XX', lu);
  expect(resultOf(aggregated(run), 'ERR-NO-5XX', lu).outcome).toBe('warned');
  expect(aggregated(run)).toMatchObject({ verdict: 'conformant', gate: { status: 0 } });
  const strict = aggregated(run, { strict: true });
  expect(strict.verdict).toBe('conformant');
  expect(strict.gate).toEqual({
    status: 1,
    causes: ['1 SHOULD requirement is broken, which --strict counts: ERR-NO-5XX on list-users.'],
    causeKinds: ['should-broken'],
  });
});

test('The level is that of the profile.', () => {
  const profile: Profile = {
    id: 'other',
    title: 'Another class of targets',
    defaults: { pageSizeParameter: 'pageSize', pageTokenParameter: 'pageToken' },
    deviations: [
      { requirement: 'EX-SIGNATURE-VERIFIED', level: 'MUST', reason: 'verifies first', source: 'its manual' },
      { requirement: 'GT-RES-PARTYID', level: 'OPEN', reason: 'differs', source: 'its manual' },
    ],
  };
  expect(resultOf(aggregated(broken('EX-SIGNATURE-VERIFIED', ex)), 'EX-SIGNATURE-VERIFIED', ex).outcome).toBe(
    'warned',
  );
  const departed = aggregated(broken('EX-SIGNATURE-VERIFIED', ex), { profile });
  expect(resultOf(departed, 'EX-SIGNATURE-VERIFIED', ex)).toMatchObject({ outcome: 'failed', level: 'MUST' });
  const open = aggregated(broken('GT-RES-PARTYID', gt), { profile });
  expect(resultOf(open, 'GT-RES-PARTYID', gt)).toMatchObject({ outcome: 'observed', findings: [] });
  expect(open.observations).toContainEqual({
    id: 'GT-RES-PARTYID',
    operation: gt,
    value: 'the answer is not what it must be',
  });
});

test('A requirement that is left open is observed when its check is done.', () => {
  expect(resultOf(aggregated(aGoodRun()), 'GT-OPEN-HINT', gt).outcome).toBe('observed');
});

test('A requirement that is left open is observed when something was, though its own check was not exercised.', () => {
  const seen = { id: 'GT-OPEN-HINT', operation: gt, value: 'an empty hint: 200 application/json' } as const;
  const skipped = withCheck(
    aGoodRun(),
    aCheck('GT-OPEN-HINT', gt, 'not-exercised', 'Set TARGET_SYNCHRONIZER.'),
  );
  expect(resultOf(aggregated(skipped), 'GT-OPEN-HINT', gt)).toMatchObject({
    outcome: 'not-exercised',
    reason: 'Set TARGET_SYNCHRONIZER.',
  });
  const report = aggregated(
    withCases(skipped, aCase({ requirement: 'GT-SUCCESS', operation: gt, observations: [seen] })),
  );
  expect(resultOf(report, 'GT-OPEN-HINT', gt).outcome).toBe('observed');
  expect(report.observations).toEqual([seen]);
});

test('A check that was inconclusive or not exercised gives its reason to the result.', () => {
  const run = withCheck(
    withCheck(
      aGoodRun(),
      aCheck('LU-SUCCESS', lu, 'inconclusive', 'list-users has stopped answering; see its exchanges.'),
    ),
    aCheck('GT-SYNC-ALIAS', gt, 'not-exercised', 'No alias is configured: set TARGET_SYNCHRONIZER_ALIAS.'),
  );
  const report = aggregated(run);
  expect(resultOf(report, 'LU-SUCCESS', lu)).toMatchObject({
    outcome: 'inconclusive',
    reason: 'list-users has stopped answering; see its exchanges.',
  });
  expect(resultOf(report, 'GT-SYNC-ALIAS', gt)).toMatchObject({
    outcome: 'not-exercised',
    reason: 'No alias is configured: set TARGET_SYNCHRONIZER_ALIAS.',
  });
  expect(report).toMatchObject({
    verdict: 'inconclusive',
    gate: { status: 3 },
    coverage: { state: 'partial' },
  });
});

test('A finding counts though the check was not exercised.', () => {
  const run = withCheck(
    broken('EX-BODY', ex),
    aCheck('EX-BODY', ex, 'not-exercised', 'No execute body is configured.'),
  );
  expect(resultOf(aggregated(run), 'EX-BODY', ex).outcome).toBe('failed');
});

test('A check that the suite failed in is inconclusive, and the gate says whose fault it is.', () => {
  const run = withCheck(aGoodRun(), aCheck('GT-BODY', gt, 'error', 'x is not a function'));
  const report = aggregated(run);
  expect(resultOf(report, 'GT-BODY', gt)).toMatchObject({
    outcome: 'inconclusive',
    reason: 'the suite failed here: x is not a function',
  });
  expect(report.gate.status).toBe(4);
  expect(report.gate.causes[0]).toBe(
    'The suite itself failed in GT-BODY on generate-topology: x is not a function',
  );
  const both = aggregated(
    withCheck(broken('GT-RES-PARTYID', gt), aCheck('GT-BODY', gt, 'error', 'x is not a function')),
  );
  expect(both.gate.status).toBe(1);
});

test('Checks that ended for the same reason of the suite are one cause of the gate.', () => {
  const ids = ['GT-BODY', 'GT-FAILURE-FORM', 'GT-SUCCESS'];
  const run = ids.reduce((so, id) => withCheck(so, aCheck(id, gt, 'error', 'it was killed.')), aGoodRun());
  const { causes } = aggregated(run).gate;
  expect(causes.filter((cause) => cause.includes('it was killed.'))).toEqual([
    `The suite itself failed in ${ids.map((id) => `${id} on ${gt}`).join(', ')}: it was killed.`,
  ]);
});

test('A check that was not selected is not exercised, and a narrowed run is partial.', () => {
  const run = withoutCases(withoutCheck(aGoodRun(), 'GT-BODY', gt), 'GT-BODY', gt);
  const narrowed = { ...run, header: aHeader({ only: 'GT-SUCCESS,list-users' }) };
  const report = aggregated(narrowed);
  expect(resultOf(report, 'GT-BODY', gt)).toMatchObject({ outcome: 'not-exercised', reason: 'not selected' });
  expect(resultOf(report, 'GT-SUCCESS', gt).outcome).toBe('passed');
  expect(report.coverage.state).toBe('partial');
  expect(aggregated({ ...aGoodRun(), header: aHeader({ only: 'GT-SUCCESS' }) }).coverage.state).toBe(
    'partial',
  );
  expect(aggregated(narrowed, { requireAll: true }).gate.status).toBe(3);
});

test('A check without a line in a run that did not end was cut off.', () => {
  const report = aggregated({ ...withoutCheck(aGoodRun(), 'GT-BODY', gt), ended: 'interrupted' });
  expect(resultOf(report, 'GT-BODY', gt).reason).toBe('the run ended before this check');
  expect(report.verdict).toBe('inconclusive');
  expect(report.gate).toEqual({
    status: 3,
    causes: ['The run was interrupted.'],
    causeKinds: ['run-incomplete'],
  });
});

test.each([
  [2, 'wrong-usage', 2],
  [3, 'not-tested', 1],
  [4, 'suite-failed', 1],
] as const)(
  'A run that failed with status %d has its causes alone; after a breach, its status is %d.',
  (status, kind, withBreach) => {
    const failure = { status, causes: ['One thing is wrong.', 'Another is wrong too.'] };
    const cut = { ...withoutCheck(aGoodRun(), 'GT-BODY', gt), ended: 'interrupted' as const, failure };
    const report = aggregated(cut, { requireAll: true });
    expect(report.verdict).toBe('inconclusive');
    expect(report.gate).toEqual({ status, causes: failure.causes, causeKinds: [kind, kind] });
    expect(aggregated({ ...broken('GT-RES-PARTYID', gt), ended: 'interrupted', failure }).gate.status).toBe(
      withBreach,
    );
  },
);

test('A footer that tells a failure is none of a complete run, whatever else it says.', () => {
  const failure = { status: 3, causes: ['Nothing was tested.'] } as const;
  const folder = writeRun({ ...aGoodRun(), failure });
  expect(aggregateFolders([folder], plainly).verdict).toBe('inconclusive');
  expect(readJournal(folder)).toMatchObject({ problems: failure.causes });
});

test('A finding decides though the run did not end.', () => {
  const report = aggregated({ ...broken('GT-RES-PARTYID', gt), ended: undefined });
  expect(report).toMatchObject({ verdict: 'non-conformant', gate: { status: 1 } });
  expect(report.run.finishedAt).toBeNull();
});

test('A requirement for which no answer was judged is not exercised.', () => {
  const run = withCases(aGoodRun(), aCase({ requirement: 'ERR-RETRYINFO', operation: gt, judged: {} }));
  expect(resultOf(aggregated(run), 'ERR-RETRYINFO', gt)).toMatchObject({
    outcome: 'not-exercised',
    reason: 'no response in this run was subject to this requirement',
    answersJudged: 0,
  });
});

test('Answers in cases of other requirements count.', () => {
  const run = withCases(
    withoutCases(aGoodRun(), 'ERR-CODE', lu),
    aCase({
      requirement: 'LU-SUCCESS',
      operation: lu,
      number: 2,
      judged: { 'LU-SUCCESS': 1, 'ERR-CODE': 3 },
    }),
  );
  expect(resultOf(aggregated(run), 'ERR-CODE', lu)).toMatchObject({ outcome: 'passed', answersJudged: 3 });
});

test('What judges could not decide is inconclusive with their reason.', () => {
  const undecided = [
    { requirement: 'LU-PAGE-COMPLETE', operation: lu, kind: 'users-changed', reason: 'Users came or went.' },
  ] as const;
  const run = withCases(aGoodRun(), aCase({ requirement: 'LU-PAGE-SIZE', operation: lu, undecided }));
  expect(resultOf(aggregated(run), 'LU-PAGE-COMPLETE', lu)).toMatchObject({
    outcome: 'inconclusive',
    reason: 'Users came or went.',
    reasonKind: 'users-changed',
  });
});

test('A run in which no MUST requirement was exercised has no verdict.', () => {
  const run = aGoodRun();
  const none = { ...run, cases: [], judgements: [], exchanges: [] };
  const report = aggregated(none);
  expect(report.verdict).toBe('inconclusive');
  expect(report.gate.causes).toContain('No MUST requirement passed.');
});

test('A finding on a requirement that does not apply to the operation is not lost: there is no verdict.', () => {
  const stray = aFinding('GT-RES-PARTYID', lu);
  const report = aggregated(
    withCases(aGoodRun(), aCase({ requirement: 'LU-SUCCESS', operation: lu, findings: [stray] })),
  );
  expect(report.verdict).toBe('inconclusive');
  expect(report.gate.causes).toEqual([
    'There are findings on GT-RES-PARTYID and list-users, which is not a requirement of this version.',
  ]);
});

test('Pages of too few users are not exercised, although the pages of other checks were judged.', () => {
  const run = aGoodRun();
  const result = resultOf(
    aggregated(
      withCheck(run, aCheck('LU-PAGE-COMPLETE', lu, 'not-exercised', reasonOf('too-few-users', 2, 3))),
    ),
    'LU-PAGE-COMPLETE',
    lu,
  );
  expect(result).toMatchObject({ outcome: 'not-exercised', reasonKind: 'too-few-users' });
});
