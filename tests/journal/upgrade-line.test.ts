import { expect, test } from 'vitest';
import { chainText } from '../../journal/case-text.ts';
import type { Chain } from '../../journal/record.ts';
import { pageOfRole, upgradeLine } from '../../journal/upgrade/upgrade-line.ts';

test('A case of version 1 is read in the names of today.', () => {
  const line = {
    type: 'case',
    id: 'EX-BODY@execute-submission/1',
    name: 'last brace missing, the smallest that fails (fast-check seed 1, path 0)',
    wrong: { pointer: '', keyword: 'json', name: 'last brace missing' },
    credential: 'valid',
    facts: { body: 'made-up', accepted: false },
    places: [
      { role: 'probe', ordinal: 1, attempt: 1, exchange: 'a' },
      { role: 'twin', ordinal: 2, attempt: 1, exchange: 'b' },
    ],
  };
  expect(upgradeLine(line)).toEqual({
    type: 'case',
    id: 'EX-BODY@execute-submission/1',
    kind: 'last brace missing, the smallest that fails (fast-check seed 1, path 0)',
    context: ['smallest'],
    name: 'last brace missing, the smallest that fails (fast-check seed 1, path 0)',
    wrong: { kind: 'json', pointer: '', keyword: 'json', name: 'last brace missing' },
    credential: 'valid',
    facts: { body: 'placeholder', accepted: false },
    attempts: [
      { role: 'probe', ordinal: 1, attempt: 1, exchange: 'a' },
      { role: 'control', ordinal: 2, attempt: 1, exchange: 'b' },
    ],
  });
});

test.each<[string, Chain, string?]>([
  ['before', { kind: 'before' }],
  ['after', { kind: 'after' }],
  ['the default size', { kind: 'walk' }],
  ['the default size, round 2', { kind: 'walk', round: 2 }],
  ['size 2 again 1', { kind: 'walk', size: 2, repetition: 1 }],
  ['size 3, under the API key, round 2', { kind: 'api-key', size: 3, round: 2 }],
  [
    'size 2, behind the token again 9',
    { kind: 'token-first', size: 2, repetition: 9 },
    'size 2, after the token again 9',
  ],
  ['empty token', { kind: 'empty-token' }],
  ['empty token, round 3', { kind: 'empty-token', round: 3 }],
  ['empty token, size 2, round 2 again 1', { kind: 'empty-token', size: 2, round: 2, repetition: 1 }],
  ['drawn 3, chain 1 of 2, size 5', { kind: 'interleaved', walk: 3, place: 1, of: 2, size: 5 }],
  [
    'drawn, the smallest that fails: fast-check seed -7, path 0:1, chain 2 of 2, size 3 again 4',
    { kind: 'smallest', drawn: 'fast-check seed -7, path 0:1', place: 2, of: 2, size: 3, repetition: 4 },
  ],
  ['asked again: size 2, round 2', { kind: 'walk', size: 2, round: 2, askedAgain: true }],
])(
  'The chain "%s" of version 1 is read as data, whose text is the same or plainer.',
  (text, chain, now = text) => {
    expect(pageOfRole(`page 12 of ${text}`)).toEqual({ number: 12, chain });
    expect(chainText(chain)).toBe(now);
  },
);

test('What is no page of version 1 stays as it is.', () => {
  for (const role of ['probe', 'page', 'page of size 2']) expect(pageOfRole(role)).toBeUndefined();
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
  const today = { type: 'case', kind: 'missing', facts: { body: 'body-1' }, attempts: [] };
  expect(upgradeLine(today)).toBe(today);
  const footer = { type: 'footer', ended: 'complete' };
  expect(upgradeLine(footer)).toBe(footer);
  expect(upgradeLine({ type: 'run', schemaVersion: 1 })).toEqual({ type: 'run', schemaVersion: 2 });
});

test('Findings and reasons of a folder from before they had kinds keep their words.', () => {
  const finding = {
    requirement: 'LU-SUCCESS',
    operation: 'list-users',
    message: 'an old message',
    pointer: '',
  };
  const undecided = { requirement: 'LU-PAGE-SIZE', operation: 'list-users', reason: 'an old reason' };
  const line = { type: 'judgement', case: 'a', findings: [finding], undecided: [undecided], unanswered: [] };
  expect(upgradeLine(line)).toEqual({
    ...line,
    findings: [
      { ...finding, kind: 'unclassified', place: 'status', parameters: { message: 'an old message' } },
    ],
    undecided: [{ ...undecided, kind: 'unclassified' }],
  });
  const without = { ...line, findings: [], undecided: [] };
  expect(upgradeLine(without)).toBe(without);
});

test('A credential belongs to the requirement that claims it now; a signature of the same kind is another matter.', () => {
  const line = {
    type: 'case',
    requirement: 'AUTH-TOKEN-EXACT',
    kind: 'word-in-front-of-token',
    attempts: [],
  };
  expect(upgradeLine({ ...line, credential: 'text-around-token' })).toMatchObject({
    requirement: 'AUTH-OPEN-TOKEN-FORM',
    credential: 'token-form',
  });
  // Not a token of zeros, which has the same kind.
  const signature = {
    type: 'case',
    requirement: 'EX-SIGNATURE-VERIFIED',
    kind: 'signature-of-zeros',
    credential: 'valid',
    attempts: [],
  };
  expect(upgradeLine(signature)).toBe(signature);
});

test.each(['null', 'null-element', 'optional-null'])(
  'Null among elements, which was called %s, is a wrong element.',
  (keyword) => {
    const wrong = { kind: 'null', pointer: '/partySignatures/signatures/1', keyword };
    const line = { type: 'case', operation: 'execute-submission', kind: 'null', wrong, attempts: [] };
    expect(upgradeLine({ ...line, requirement: 'EX-OPEN-NULL-OPTIONAL' })).toMatchObject({
      requirement: 'EX-PS-SIGNATURES',
      wrong: { keyword: 'null' },
    });
    const optional = {
      ...line,
      requirement: 'EX-OPEN-NULL-OPTIONAL',
      wrong: { ...wrong, pointer: '/userId' },
    };
    expect(upgradeLine(optional)).toBe(optional);
  },
);
