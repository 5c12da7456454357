import { expect, test } from 'vitest';
import { upgradeLine } from '../../journal/upgrade-line.ts';

test('A case of version 1 is read in the names of today.', () => {
  const line = {
    type: 'case',
    id: 'EX-BODY@execute-submission/1',
    facts: { body: 'made-up', accepted: false },
    places: [
      { role: 'probe', ordinal: 1, attempt: 1, exchange: 'a' },
      { role: 'twin', ordinal: 2, attempt: 1, exchange: 'b' },
    ],
  };
  expect(upgradeLine(line)).toEqual({
    type: 'case',
    id: 'EX-BODY@execute-submission/1',
    facts: { body: 'placeholder', accepted: false },
    attempts: [
      { role: 'probe', ordinal: 1, attempt: 1, exchange: 'a' },
      { role: 'control', ordinal: 2, attempt: 1, exchange: 'b' },
    ],
  });
});

test('A judgement, the end of a partition and a sum of version 1 are read in the names of today.', () => {
  expect(upgradeLine({ type: 'judgement', case: 'a', troubles: [], twin: 'pending' })).toEqual({
    type: 'judgement',
    case: 'a',
    unanswered: [],
    control: 'pending',
  });
  expect(upgradeLine({ type: 'check', slice: 3, state: 'done' })).toEqual({
    type: 'check',
    partition: 3,
    state: 'done',
  });
  const sum = {
    type: 'sum',
    slice: 3,
    cases: [{ twin: 'succeeded', body: 'made-up' }],
    troubles: [{ requirement: 'EX-BODY', count: 1 }],
    traffic: { seen: 2, troubles: 1 },
  };
  expect(upgradeLine(sum)).toEqual({
    type: 'sum',
    partition: 3,
    cases: [{ control: 'succeeded', body: 'placeholder' }],
    unanswered: [{ requirement: 'EX-BODY', count: 1 }],
    traffic: { seen: 2, unanswered: 1 },
  });
});

test('A line of today, and one that did not change, stay as they are.', () => {
  const today = { type: 'case', facts: { body: 'body-1' }, attempts: [] };
  expect(upgradeLine(today)).toBe(today);
  const footer = { type: 'footer', ended: 'complete' };
  expect(upgradeLine(footer)).toBe(footer);
  expect(upgradeLine({ type: 'run', schemaVersion: 1 })).toEqual({ type: 'run', schemaVersion: 2 });
});
