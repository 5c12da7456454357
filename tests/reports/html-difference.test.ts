import { expect, test } from 'vitest';
import { comparedValues, textDifference } from '../../reports/html/difference-view.tsx';
import type { ReportFinding } from '../../reports/report/report.ts';
import { anAnswer, anExchange } from './journal-fixture.ts';

/** Both texts with what the other lacks in brackets. */
function differing(one: string, other: string): string[] {
  return textDifference(one, other).map((parts) =>
    parts.map(({ text, common }) => (common ? text : `[${text}]`)).join(''),
  );
}

test('What only one of two texts has is marked; chance matches are not common.', () => {
  expect(differing('1220aabbcc', 'alice::1220aabbcc')).toEqual(['1220aabbcc', '[alice::]1220aabbcc']);
  expect(differing('1220aabbccddee', '1220aabXccddee')).toEqual(['1220aab[b]ccddee', '1220aab[X]ccddee']);
  expect(differing('same', 'same')).toEqual(['same', 'same']);
  expect(differing('abcdef', 'fedcba')).toEqual(['[abcdef]', '[fedcba]']);
  expect(differing('', 'abc')).toEqual(['', '[abc]']);
  expect(differing('abc😀def', 'abc😁def')).toEqual(['abc[😀]def', 'abc[😁]def']);
});

test('The parts of both texts give the texts back, whatever they are.', () => {
  const texts = ['', 'a', 'aaaa', 'abcabcabc', 'xabcx', 'abcxabc', '\u{1f600}\u{1f600}', 'a'.repeat(400)];
  for (const one of texts) {
    for (const other of texts) {
      const joined = textDifference(one, other).map((parts) => parts.map(({ text }) => text).join(''));
      expect(joined).toEqual([one, other]);
    }
  }
});

function aFindingOf(kind: string, parameters: NonNullable<ReportFinding['parameters']>): ReportFinding {
  const text = { message: 'm', pointer: '', expected: 'e', actual: 'a', rate: '1 of 1', replay: 'r' };
  return { ...text, kind, parameters, exchanges: ['GT-SUCCESS@generate-topology/1#1'] };
}

test('The values come from the exchange and the parameters of the finding, never from its text.', () => {
  const id = 'GT-SUCCESS@generate-topology/1#1';
  const party = JSON.stringify({ partyId: 'bob::1220', publicKeyFingerprint: '1220ff' });
  const success = anExchange(id, { answer: anAnswer(201, party, 'text/html') });
  expect(comparedValues(aFindingOf('success-status', { status: 201, wanted: 200 }), success)).toEqual({
    expected: '200',
    received: '201',
  });
  expect(comparedValues(aFindingOf('success-media-type', {}), success)?.received).toBe('text/html');
  expect(
    comparedValues(aFindingOf('failure-form', { allowed: ['text-400', 'error-object'] }), success),
  ).toEqual({
    expected: '400 text/plain, or a failure status with application/json',
    received: '201 text/html',
  });
  expect(comparedValues(aFindingOf('party-id-lacks', { part: 'hint' }), success)).toEqual({
    expected: 'alice',
    received: 'bob::1220',
    relation: 'part',
  });
  expect(comparedValues(aFindingOf('party-id-lacks', { part: 'fingerprint' }), success)?.expected).toBe(
    '1220ff',
  );
});

test('The two sides of a contradiction are compared, whatever its kind.', () => {
  const id = 'GT-SUCCESS@generate-topology/1#1';
  const finding = aFindingOf('fingerprint-varies', {});
  const sides = [
    { exchange: id, value: '"12aa"' },
    { exchange: `${id}.2`, value: '"12bb"' },
  ];
  expect(comparedValues({ ...finding, sides }, anExchange(id))).toEqual({
    expected: '"12aa"',
    received: '"12bb"',
    relation: 'sides',
  });
});

test('Where there is no value, nothing is compared.', () => {
  const { answer: _, ...unanswered } = anExchange('GT-SUCCESS@generate-topology/1#1');
  for (const kind of ['success-status', 'success-media-type', 'failure-form', 'party-id-lacks', 'toString'])
    expect(comparedValues(aFindingOf(kind, { wanted: 200, part: 'hint' }), unanswered)).toBeUndefined();
  const broken = anExchange('GT-SUCCESS@generate-topology/1#1', { answer: anAnswer(200, '{"partyId":7') });
  expect(comparedValues(aFindingOf('party-id-lacks', { part: 'hint' }), broken)).toBeUndefined();
});
