import { expect, test } from 'vitest';
import { compareIds } from '../../journal/compare-ids.ts';
import { aggregated, resultOf } from './aggregated.ts';
import { aCase, aFinding, aGoodRun, type CaseLines, withCases } from './journal-fixture.ts';

const gt = 'generate-topology';

const caseWith = (number: number, parts: Parameters<typeof aFinding>[2]): CaseLines =>
  aCase({
    requirement: 'GT-RES-PARTYID',
    operation: gt,
    number,
    findings: [
      aFinding('GT-RES-PARTYID', gt, {
        exchanges: [`GT-RES-PARTYID@generate-topology/${number}#1`],
        ...parts,
      }),
    ],
  });

test('Findings that say the same of the same place are one finding with its rate and at most twenty exchanges.', () => {
  const cases = Array.from({ length: 40 }, (_, index) => caseWith(index + 1, { actual: `${index + 1}` }));
  const { findings, answersJudged } = resultOf(
    aggregated(withCases(aGoodRun(), ...cases.reverse())),
    'GT-RES-PARTYID',
    gt,
  );
  expect(answersJudged).toBe(40);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.rate).toBe('40 of 40 responses');
  expect(findings[0]?.exchanges).toEqual(
    Array.from({ length: 20 }, (_, index) => `GT-RES-PARTYID@generate-topology/${index + 1}#1`),
  );
  expect(findings[0]?.actual).toBe('1');
});

test('Findings with another message or at another place stand apart, in the order of their first exchanges.', () => {
  const cases = [
    caseWith(1, {}),
    caseWith(2, { pointer: '/other' }),
    caseWith(3, { message: 'another breach' }),
    caseWith(4, {}),
  ];
  const { findings } = resultOf(aggregated(withCases(aGoodRun(), ...cases.reverse())), 'GT-RES-PARTYID', gt);
  expect(findings.map(({ message, pointer, rate }) => [message, pointer, rate])).toEqual([
    ['the answer is not what it must be', '/partyId', '2 of 4 responses'],
    ['the answer is not what it must be', '/other', '1 of 4 responses'],
    ['another breach', '/partyId', '1 of 4 responses'],
  ]);
});

test('A finding is repeated by the check that sent what shows it.', () => {
  const own = aggregated(withCases(aGoodRun(), caseWith(1, {})));
  expect(resultOf(own, 'GT-RES-PARTYID', gt).findings[0]?.replay).toBe(
    'ledger-conformance run --only GT-RES-PARTYID@generate-topology --seed seed-1 --nonce n1 --output conformance-again',
  );
  const finding = aFinding('GT-RES-PARTYID', gt, { exchanges: ['GT-SUCCESS@generate-topology/1#1'] });
  const run = withCases(aGoodRun(), aCase({ requirement: 'GT-SUCCESS', operation: gt, findings: [finding] }));
  const quick = {
    ...run,
    header: { ...run.header, run: { ...run.header.run, seed: "a seed's", effort: 'quick' } },
  };
  expect(resultOf(aggregated(quick), 'GT-RES-PARTYID', gt).findings[0]?.replay).toBe(
    "ledger-conformance run --only GT-SUCCESS@generate-topology --seed 'a seed'\\''s' --nonce n1 --effort quick --output conformance-again",
  );
});

test('Ids are ordered as people count.', () => {
  const ids = ['B/10#1', 'B/2#10', 'B/2#9', 'A/11#1', 'B/2#9.2', 'B/2'];
  expect(ids.sort(compareIds)).toEqual(['A/11#1', 'B/2', 'B/2#9', 'B/2#9.2', 'B/2#10', 'B/10#1']);
});
