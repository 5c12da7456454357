import { expect, test } from 'vitest';
import type { Found } from '../../journal/finding.ts';
import { collect, type Sink, type UnansweredRequest } from '../../journal/judgement.ts';
import { reasonOf } from '../../journal/reason.ts';

const operation = 'list-users';
const said = (judge: (sink: Sink) => void) =>
  collect((sink) => {
    judge(sink);
    return 'none';
  });

test('A judge without findings leaves an empty judgement, with the control that it names.', () => {
  expect(collect(() => 'pending')).toEqual({
    judged: {},
    findings: [],
    observations: [],
    unanswered: [],
    undecided: [],
    recovered: 0,
    control: 'pending',
  });
});

test('Counts are added up by requirement, one at a time unless said otherwise.', () => {
  const { judged, recovered } = said((sink) => {
    sink.judged('A');
    sink.judged('A', 3);
    sink.judged('B', 0);
    sink.recovered(2);
    sink.recovered(1);
  });
  expect(judged).toEqual({ A: 4, B: 0 });
  expect(recovered).toBe(3);
});

test('Findings, unanswered requests and undecided answers are kept as often as they are reported, in order.', () => {
  const found = (message: string): Found => ({
    requirement: 'LU-SUCCESS',
    operation,
    kind: 'unclassified',
    parameters: { message },
    actual: '',
    exchanges: [],
  });
  const unanswered: UnansweredRequest = { operation, kind: 'busy', wellFormed: true, exchanges: ['case#1'] };
  const undecided = { requirement: 'A', operation } as const;
  const why = reasonOf('users-changed');
  const judgement = said((sink) => {
    for (const message of ['one', 'two', 'one']) sink.finding(found(message));
    sink.unanswered(unanswered);
    sink.unanswered(unanswered);
    sink.undecided(undecided, why);
    sink.undecided(undecided, why);
  });
  expect(judgement.findings.map(({ message }) => message)).toEqual(['one', 'two', 'one']);
  expect(judgement.unanswered).toEqual([unanswered, unanswered]);
  expect(judgement.undecided).toEqual([
    { ...undecided, kind: why.kind, reason: why.text },
    { ...undecided, kind: why.kind, reason: why.text },
  ]);
});

test('An observation is kept once; another id, operation or value makes another.', () => {
  const { observations } = said((sink) => {
    sink.observe('A', operation, 'x');
    sink.observe('A', operation, 'x');
    sink.observe('B', operation, 'x');
    sink.observe('A', 'generate-topology', 'x');
    sink.observe('A', operation, 'y');
    sink.observe('A', operation, 'x');
  });
  expect(observations).toEqual([
    { id: 'A', operation, value: 'x' },
    { id: 'B', operation, value: 'x' },
    { id: 'A', operation: 'generate-topology', value: 'x' },
    { id: 'A', operation, value: 'y' },
  ]);
});

test('Of a million unknown fields some thousand are observed, in no more time than it takes to look at each.', () => {
  const { observations } = said((sink) => {
    for (let nth = 0; nth < 1_000_000; nth += 1) sink.observe('LU-OPEN-UNKNOWN-FIELDS', operation, `f${nth}`);
    sink.observe('LU-OPEN-NULLS', operation, 'id');
  });
  expect(observations).toHaveLength(5_001);
  expect(observations.at(-1)).toEqual({ id: 'LU-OPEN-NULLS', operation, value: 'id' });
});
