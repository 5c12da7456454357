import { expect, test } from 'vitest';
import { requirements } from '../../requirements/catalogue.ts';
import type { Requirement } from '../../requirements/requirement.ts';

const judged = requirements.filter(({ excluded }) => excluded === undefined);
const demands = judged.filter(({ level }) => level !== 'OPEN');

function idsOf(clauses: readonly Requirement[]): string[] {
  return clauses.map(({ id }) => id);
}

test('Every requirement that something is rejected says with which answers, success not among them.', () => {
  const refusals = demands.filter(({ statement }) => / is rejected\b/.test(statement));
  expect(refusals.length).toBeGreaterThan(40);
  expect(
    idsOf(refusals.filter(({ answers }) => answers === undefined || answers.includes('success'))),
  ).toEqual([]);
});

test('Every demand that allows no success says that something is rejected.', () => {
  const negative = demands.filter(({ answers }) => answers !== undefined && !answers.includes('success'));
  expect(idsOf(negative.filter(({ statement }) => !/ is rejected\b/.test(statement)))).toEqual([]);
});

test('Every demand of success allows nothing else.', () => {
  const positive = demands.filter(({ answers }) => answers?.includes('success'));
  expect(positive.length).toBeGreaterThan(10);
  expect(idsOf(positive.filter(({ answers }) => answers?.length !== 1))).toEqual([]);
});

test('Where an OPEN requirement names answers, success and the error object are among them.', () => {
  const open = judged.filter(({ level, answers }) => level === 'OPEN' && answers !== undefined);
  expect(open.length).toBeGreaterThan(20);
  const narrow = open.filter(
    ({ answers }) => !answers?.includes('success') || !answers.includes('error-object'),
  );
  expect(idsOf(narrow)).toEqual([]);
});

test('The text/plain 400 is an answer of generate-topology alone.', () => {
  const text = judged.filter(({ answers }) => answers?.includes('text-400'));
  expect(idsOf(text.filter(({ operations }) => operations.join() !== 'generate-topology'))).toEqual([]);
});

test('Every invalid value of a generate-topology field is rejected with the text/plain 400 alone.', () => {
  const refusals = demands.filter(({ id }) => id.startsWith('GT-REQ-') || id.startsWith('GT-BODY'));
  expect(idsOf(refusals.filter(({ answers }) => answers?.join() !== 'text-400'))).toEqual([]);
});

test('An OPEN requirement says that something is observed, and no other does.', () => {
  const wrong = judged.filter(
    ({ level, statement }) => statement.includes('observed') !== (level === 'OPEN'),
  );
  expect(idsOf(wrong)).toEqual([]);
});
