import { expect, test } from 'vitest';
import { readComparedRun } from '../../../certificate/compared-run.ts';
import { reasonOf } from '../../../journal/reason.ts';
import { compareRuns } from '../../../reports/compare/compare-runs.ts';
import {
  aCase,
  aCheck,
  aFinding,
  aGoodRun,
  aHeader,
  aPreflight,
  type CaseLines,
  type Run,
  withCases,
  withCheck,
} from '../journal-fixture.ts';
import { aRunFailing } from '../waived-report.ts';
import { changeOf, compared, reportAlone } from './kept-run.ts';

const id = 'GT-RES-PARTYID';
const gt = 'generate-topology';
const broken = aRunFailing([id, gt]);

/** A case whose request was sent again six times to confirm a finding, which showed in so many of the seven answers. */
function confirmed(shown: number): CaseLines {
  const made = aCase({
    requirement: id,
    operation: gt,
    requests: 7,
    findings: Array.from({ length: shown }, (_, at) =>
      aFinding(id, gt, { exchanges: [`${id}@${gt}/1#${at + 1}`] }),
    ),
  });
  const attempts = made.line.attempts.map((place, at) =>
    at === 0 ? place : { ...place, role: 'repeat' as const },
  );
  return { ...made, line: { ...made.line, attempts } };
}

/** A case of so many answers, the first of which shows a finding. */
function rare(answers: number): CaseLines {
  return aCase({ requirement: id, operation: gt, requests: answers, findings: [aFinding(id, gt)] });
}

function blame(old: Run, new_: Run): { cause: string; because: string } {
  const { cause, because } = changeOf(compared(old, new_), id);
  return { cause, because: because.join(' ') };
}

test('Where suite, scope and seed are the same, the target is the cause.', () => {
  const { cause, because } = blame(aGoodRun(), broken);
  expect(cause).toBe('target');
  expect(because).toContain(
    'How often it showed: 1 of 1 responses. The other run judged 1 response and did not find it.',
  );
  expect(because).toContain('Suite, seed and effort are the same.');
});

test('Another target is named as the difference, and the target as the cause.', () => {
  const header = { ...aHeader(), target: { kind: 'target', baseUrl: 'http://127.0.0.1:9' } as const };
  const { cause, because } = blame(aGoodRun(), { ...broken, header });
  expect(cause).toBe('target');
  expect(because).toContain('The target differs: http://127.0.0.1:8080/ledger, then http://127.0.0.1:9.');
});

test('Another version of the suite, of the document or of the judge is the cause, and is named.', () => {
  const suite = { ...aHeader(), suite: { name: 'ledger-conformance', version: '0.2.0' } };
  const newer = blame(aGoodRun(), { ...broken, header: suite });
  expect(newer.cause).toBe('suite');
  expect(newer.because).toContain('ledger-conformance 0.1.0, then ledger-conformance 0.2.0');
  expect(newer.because).toContain('The judges of the checks that show it are the same.');
  const document = { ...aHeader(), document: { sha256: 'b'.repeat(64) } };
  expect(blame(aGoodRun(), { ...broken, header: document }).cause).toBe('suite');
  const cases = broken.cases.map((line) => (line.requirement === id ? { ...line, judge: 2 } : line));
  const judged = blame(aGoodRun(), { ...broken, cases });
  expect(judged.cause).toBe('suite');
  expect(judged.because).toContain(`The judge of ${id}@${gt} changed: version 1, then 2.`);
});

test('What the same request shows at times only is flakiness, and what it shows every time is the target.', () => {
  const unsteady = blame(aGoodRun(), withCases(aGoodRun(), confirmed(3)));
  expect(unsteady).toEqual({
    cause: 'flakiness',
    because: 'The same requests, sent repeatedly, showed it 3 of 7 times.',
  });
  expect(blame(withCases(aGoodRun(), confirmed(3)), aGoodRun()).cause).toBe('flakiness');
  const steady = blame(aGoodRun(), withCases(aGoodRun(), confirmed(7)));
  expect(steady.cause).toBe('target');
  expect(steady.because).toContain('the same requests showed it every time');
});

test('A low rate that the other run may have missed is flakiness; under another seed it is the scope.', () => {
  const low = withCases(aGoodRun(), rare(44));
  expect(blame(aGoodRun(), low)).toEqual({
    cause: 'flakiness',
    because:
      'How often it showed: 1 of 44 responses. The other run judged 1 response and would miss it 97 % of the time.',
  });
  const { cause, because } = blame(aGoodRun(), { ...low, header: aHeader({ seed: 'another' }) });
  expect(cause).toBe('scope');
  expect(because).toContain('The seed differs: seed-1, then another.');
});

/** A case of one kind of input that is accepted each time, among so many judged answers of other kinds. */
function accepted(times: number, others: number): readonly CaseLines[] {
  const findings = Array.from({ length: times }, (_, at) => ({
    ...aFinding(id, gt, { exchanges: [`${id}@${gt}/1#${at + 1}`], place: 'request' }),
    kind: 'accepted-invalid' as const,
    parameters: { case: 'x', of: 'x' },
  }));
  const made = aCase({ requirement: id, operation: gt, requests: times, findings });
  const line = { ...made.line, kind: 'null' };
  return [{ ...made, line }, aCase({ requirement: id, operation: gt, number: 2, requests: others })];
}

test('An input that is accepted each time is the target, however many other answers were judged.', () => {
  const good = withCases(
    aGoodRun(),
    ...accepted(3, 200).map((each) => ({ ...each, judgement: { ...each.judgement, findings: [] } })),
  );
  const { cause, because } = blame(good, withCases(aGoodRun(), ...accepted(3, 200)));
  expect(cause).toBe('target');
  expect(because).toContain('How often it showed: accepted 3 of 3 requests of this kind.');
});

test('An input that the other run did not send is the scope.', () => {
  expect(blame(aGoodRun(), withCases(aGoodRun(), ...accepted(3, 200)))).toEqual({
    cause: 'scope',
    because: 'The other run sent no such request.',
  });
});

test('Another seed does not explain what shows in every answer.', () => {
  const { cause, because } = blame(aGoodRun(), { ...broken, header: aHeader({ seed: 'another' }) });
  expect(cause).toBe('target');
  expect(because).toContain('Another seed does not explain it.');
});

test('A setting that the requirement needs, and the profile, are the scope.', () => {
  const preflight = aPreflight();
  const moved = { ...preflight, facts: { ...preflight.facts, synchronizer: 'other::1220' } };
  const needy = aRunFailing(['GT-SUCCESS', gt]);
  const { cause, because } = changeOf(compared(aGoodRun(), { ...needy, preflight: moved }), 'GT-SUCCESS');
  expect(cause).toBe('scope');
  expect(because).toEqual(['The synchronizer differs: sync::1220, then other::1220.']);
});

test.each([
  ['not selected', 'scope', reasonOf('not-selected')],
  [
    'No synchronizer is configured: set TARGET_SYNCHRONIZER.',
    'scope',
    reasonOf('missing-setting', 'synchronizer'),
  ],
  [
    'The target lists 1 user, and pages need at least 3: create 2 more.',
    'scope',
    reasonOf('too-few-users', 1, 3),
  ],
  [
    'the matching valid request failed, so this rejection proves nothing',
    'target',
    reasonOf('no-valid-control'),
  ],
  ['all 12 requests were answered with 429, 502, 503 or 504', 'flakiness', reasonOf('operation-busy', 12)],
])('What is lost because “%s” is laid at: %s.', (text, cause, reason) => {
  expect(reason.text).toBe(text);
  const lost = withCheck(aGoodRun(), aCheck(id, gt, 'not-exercised', reason));
  const bare: Run = {
    ...lost,
    cases: lost.cases.filter((line) => line.requirement !== id),
    judgements: lost.judgements.filter((line) => !line.case.startsWith(`${id}@`)),
  };
  expect(blame(aGoodRun(), bare).cause).toBe(cause);
});

test('Reports alone, without journals, are compared too; timing is not.', () => {
  const [old, new_] = [reportAlone(aGoodRun()), reportAlone(withCases(aGoodRun(), confirmed(3)))];
  const comparison = compareRuns(readComparedRun(old), readComparedRun(new_));
  expect(comparison.timing).toBeNull();
  expect(changeOf(comparison, id)).toMatchObject({ cause: 'flakiness', regression: true });
});
