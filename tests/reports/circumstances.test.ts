import { expect, test } from 'vitest';
import type { CaseLine } from '../../journal/case-line.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import { createCaseSum } from '../../journal/sum-cases.ts';
import { violationsOf } from '../../json/ajv.ts';
import { circumstancesText } from '../../reports/html/check-view.tsx';
import reportSchema from '../../reports/report/report.schema.json' with { type: 'json' };
import { Tally } from '../../reports/report/tally.ts';
import { aggregated, resultOf } from './aggregated.ts';
import { aCase, aGoodRun, type Run } from './journal-fixture.ts';

const gt = 'generate-topology';

/** A case of GT-SUCCESS that was judged for it and for one of the fields. */
function sent(number: number, circumstances: CaseLine['circumstances']): [CaseLine, JudgementLine] {
  const { line, judgement } = aCase({ requirement: 'GT-SUCCESS', operation: gt });
  const id = `GT-SUCCESS@${gt}/${number}`;
  const judged = { 'GT-SUCCESS': 1, 'GT-RES-PARTYID': 1, 'GT-RES-ENTRY': 0 };
  return [
    { ...line, id, ...(circumstances === undefined ? {} : { circumstances }) },
    { ...judgement, case: id, judged },
  ];
}

const three = [
  sent(101, { client: ['curl'], scheme: ['bearer'] }),
  sent(102, { client: ['curl', 'go'], scheme: ['api-key'] }),
  sent(103, undefined),
];
const counted = { client: { curl: 2, go: 1 }, scheme: { 'api-key': 1, bearer: 1 } };

test('A result counts the circumstances of the cases with an answer that was judged for it.', () => {
  const run = aGoodRun();
  const more: Run = {
    ...run,
    cases: [...run.cases, ...three.map(([line]) => line)],
    judgements: [...run.judgements, ...three.map(([, judgement]) => judgement)],
  };
  const report = aggregated(more);
  expect(resultOf(report, 'GT-SUCCESS', gt).circumstances).toEqual(counted);
  expect(resultOf(report, 'GT-RES-PARTYID', gt).circumstances).toEqual(counted);
  expect(resultOf(report, 'GT-RES-ENTRY', gt)).not.toHaveProperty('circumstances');
  expect(violationsOf(reportSchema, report)).toEqual([]);
});

test('Cases that are summed up count like those that are kept.', () => {
  const sum = createCaseSum(gt, 0);
  for (const [line, judgement] of three) sum.add(line, judgement);
  const tally = new Tally();
  tally.addSum(sum.line(3, 3));
  expect(tally.circumstances('GT-SUCCESS', gt)).toEqual(counted);
  expect(tally.circumstances('GT-RES-ENTRY', gt)).toEqual({});
});

test('In words, few values are named and many are counted.', () => {
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, 1]));
  expect(circumstancesText({ client: many, scheme: { bearer: 3 } })).toBe('5 clients, 1 scheme (bearer)');
});
