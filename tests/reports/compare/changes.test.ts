import { expect, test } from 'vitest';
import { aCase, aCheck, aFinding, aGoodRun, type Run, withCases, withCheck } from '../journal-fixture.ts';
import { aRunFailing, aWaiver, expected } from '../waived-report.ts';
import { changeOf, compared } from './kept-run.ts';

const broken = aRunFailing(['GT-RES-PARTYID', 'generate-topology']);

function kinds(old: Run, new_: Run, strict = false): (readonly [string, string, boolean])[] {
  return compared(old, new_, strict).changes.map(({ kind, requirement, regression }) => [
    kind,
    requirement,
    regression,
  ]);
}

test('Two runs that say the same have no change, no drift, and no regression.', () => {
  const { changes, observations, timing, regression, differences } = compared(aGoodRun(), aGoodRun());
  expect({ changes, observations, timing, regression, differences }).toEqual({
    changes: [],
    observations: [],
    timing: [],
    regression: false,
    differences: [],
  });
});

test('A MUST that newly fails is a regression; one that passes again is not.', () => {
  expect(kinds(aGoodRun(), broken)).toEqual([['newly-failing', 'GT-RES-PARTYID', true]]);
  expect(kinds(broken, aGoodRun())).toEqual([['newly-passing', 'GT-RES-PARTYID', false]]);
  expect(kinds(broken, broken)).toEqual([]);
});

test('A SHOULD that newly fails is shown, and a regression under strict alone.', () => {
  const warned = aRunFailing(['ERR-NO-5XX', 'list-users']);
  expect(kinds(aGoodRun(), warned)).toEqual([['newly-failing', 'ERR-NO-5XX', false]]);
  expect(kinds(aGoodRun(), warned, true)).toEqual([['newly-failing', 'ERR-NO-5XX', true]]);
});

test('A MUST that was exercised and is not any more is a regression, whatever it came to before.', () => {
  const without = (run: Run): Run =>
    withCheck(
      run,
      aCheck('GT-RES-PARTYID', 'generate-topology', 'not-exercised', 'No synchronizer is configured.'),
    );
  const lost = without(withoutOwn(aGoodRun()));
  expect(kinds(aGoodRun(), lost)).toEqual([['lost', 'GT-RES-PARTYID', true]]);
  expect(kinds(broken, lost)).toEqual([['lost', 'GT-RES-PARTYID', true]]);
  expect(kinds(lost, aGoodRun())).toEqual([['gained', 'GT-RES-PARTYID', false]]);
  expect(kinds(lost, broken)).toEqual([['newly-failing', 'GT-RES-PARTYID', true]]);
});

function withoutOwn(run: Run): Run {
  const other = ({ id }: { id: string }): boolean => !id.startsWith('GT-RES-PARTYID@');
  return {
    ...run,
    cases: run.cases.filter(other),
    judgements: run.judgements.filter((line) => other({ id: line.case })),
    exchanges: run.exchanges.filter(other),
  };
}

test('A failure of which no finding is the same is shown as another one, and is no regression.', () => {
  const otherwise = aRunFailing(['GT-RES-PARTYID', 'generate-topology', 'quite another thing']);
  expect(kinds(broken, otherwise)).toEqual([['fails-otherwise', 'GT-RES-PARTYID', false]]);
});

test('Another failure of what is broken already is shown, and so is one that went; waived or not.', () => {
  const another = ['GT-RES-PARTYID', 'generate-topology', `${expected}, for another reason`] as const;
  const both = aRunFailing(['GT-RES-PARTYID', 'generate-topology'], another, another, another, another);
  expect(kinds(broken, both)).toEqual([['fails-otherwise', 'GT-RES-PARTYID', false]]);
  expect(changeOf(compared(broken, both), 'GT-RES-PARTYID').finding?.message).toBe(another[2]);
  const { because } = changeOf(compared(both, broken), 'GT-RES-PARTYID');
  expect(because).toContain(`No longer found: ${another[2]}.`);
  const waivers = [aWaiver('GT-RES-PARTYID')];
  const waived = [broken, both].map((run) => ({ ...run, waivers }));
  expect(kinds(waived[0] as Run, waived[1] as Run)).toEqual([['fails-otherwise', 'GT-RES-PARTYID', false]]);
  // Once in so many responses, the other run may have missed it.
  expect(kinds(broken, aRunFailing(['GT-RES-PARTYID', 'generate-topology'], another))).toEqual([]);
  expect(compared(broken, both).summary).toMatch(/^1 failing differently · \S+ · \d+ [A-Z][a-z]{2}$/);
  expect(compared(broken, broken).summary).toMatch(/^nothing changed · /);
});

test('A newly failing MUST that is waived is no regression; a waiver that goes is shown, with its cause.', () => {
  const waived = { ...broken, waivers: [aWaiver('GT-RES-PARTYID')] };
  expect(kinds(aGoodRun(), waived)).toEqual([['newly-failing', 'GT-RES-PARTYID', false]]);
  expect(kinds(waived, broken)).toEqual([['waiver', 'GT-RES-PARTYID', false]]);
  const { cause, because } = changeOf(compared(waived, broken), 'GT-RES-PARTYID');
  expect(cause).toBe('scope');
  expect(because.join(' ')).toMatch(
    /no longer waived.*GT-RES-PARTYID everywhere .* until 2026-02-28, then none/,
  );
});

test('The worst stands first, and the finding that is shown is the most frequent one.', () => {
  const run = withCases(
    aRunFailing(['ERR-NO-5XX', 'list-users'], ['LU-SUCCESS', 'list-users']),
    aCase({
      requirement: 'GT-RES-PARTYID',
      operation: 'generate-topology',
      requests: 4,
      findings: [
        aFinding('GT-RES-PARTYID', 'generate-topology', { message: 'rare' }),
        ...[1, 2, 3].map((at) =>
          aFinding('GT-RES-PARTYID', 'generate-topology', {
            message: 'frequent',
            exchanges: [`GT-RES-PARTYID@generate-topology/1#${at}`],
          }),
        ),
      ],
    }),
  );
  const { changes } = compared(aGoodRun(), run);
  expect(changes.map(({ level }) => level)).toEqual(['MUST', 'MUST', 'SHOULD']);
  expect(changes[0]?.finding).toMatchObject({ message: 'frequent', rate: '3 of 4 responses' });
});
