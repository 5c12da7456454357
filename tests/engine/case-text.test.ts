import { describe, expect, test } from 'vitest';
import { caseLabel } from '../../journal/case-line.ts';
import { caseText, chainText, commonText, kindText } from '../../journal/case-text.ts';
import type { CaseRecord, Chain } from '../../journal/record.ts';

describe('the text of a case', () => {
  test.each([
    [{ kind: 'trailing-comma' }, '', 'trailing comma'],
    [{ kind: 'nan-as-a-value' }, '', 'NaN as a value'],
    [{ kind: 'surrogate-in-utf-8-inside-a-string' }, '', 'surrogate in UTF-8 inside a string'],
    [{ kind: 'text-behind-the-object', detail: '…x' }, '', 'text behind the object: …x'],
    [{ kind: 'digits-as-integer', detail: '"1"' }, '/confirmationThreshold', 'confirmationThreshold = "1"'],
    [{ kind: 'name-in-snake-case', detail: '"party_hint"' }, '/partyHint', 'partyHint named "party_hint"'],
    [{ kind: 'missing' }, '/publicKey/keyData', 'publicKey.keyData missing'],
    [{ kind: 'null' }, '/a/0/b/1/c~1d', 'a[0].b[1].c/d = null'],
    [{ kind: 'missing' }, '/0/a', '[0].a missing'],
    [{ kind: 'wrong-type', detail: '"a-b"' }, '/userId', 'userId = "a-b"'],
    [{ kind: 'wrong-type', detail: '$&' }, '/userId', 'userId = $&'],
    [
      { kind: 'no-ledger-string', detail: 'tab-at-the-end' },
      '/submissionId',
      'submissionId with tab at the end',
    ],
    [{ kind: 'hint', detail: 'two-colons' }, '/partyHint', 'hint: two colons'],
    [{ kind: 'threshold', detail: '-1' }, '', 'threshold: -1'],
    [{ kind: 'a name of its own' }, '/a', 'a name of its own'],
  ])('of %j at "%s" is "%s".', (each, pointer, text) => {
    expect(kindText(each, pointer)).toBe(text);
    expect(caseText(each, pointer)).toBe(text);
  });

  test('names how the case was sent behind what it is.', () => {
    const context = ['bearer', 'mixed-traffic', 'one of 3 side by side', 'smallest', 'fast-check seed -1'];
    expect(caseText({ kind: 'not-a-jwt', detail: 'word', context })).toBe(
      'not a JWT: word, Bearer, in mixed traffic, one of 3 side by side, the smallest that fails, fast-check seed -1',
    );
    expect(kindText({ kind: 'not-a-jwt', detail: 'word', context })).toBe('not a JWT: word');
  });

  test('of a chain in front of its size says how it begins.', () => {
    const chain: Chain = { kind: 'before', size: 1_000 };
    expect(chainText(chain)).toBe('before');
    expect(chainText({ ...chain, repetition: 2 })).toBe('before again 2');
  });
});

test.each([
  ['null', '/partyHint', 'partyHint = null'],
  ['null', '', 'null'],
  ['missing', '', 'missing'],
  ['wrong-type', '/publicKey/keyData', 'publicKey.keyData: wrong type'],
  ['wrong-type', '', 'wrong type'],
  ['soak', '', 'in a soak'],
])('What cases of the kind %s at "%s" have in common is "%s".', (kind, pointer, text) => {
  expect(commonText(kind, pointer)).toBe(text);
});

describe('the label of a case', () => {
  const labelled = (more: Partial<CaseRecord>): string =>
    caseLabel({ kind: 'null', name: 'any text', wrong: 'valid', ...more } as CaseRecord);
  const wrong = { kind: 'null', pointer: '/userId', keyword: 'optional-null', name: 'any text' };

  test('is made of its kind, its detail, the place and how it was sent, and of no text.', () => {
    expect(labelled({})).toBe('null');
    expect(labelled({ wrong })).toBe('null /userId');
    expect(labelled({ wrong, name: 'other text' })).toBe('null /userId');
    expect(labelled({ kind: 'wrong-type', detail: '7', wrong, context: ['soak'] })).toBe(
      'wrong-type 7 /userId soak',
    );
  });

  test('of a case that brought its own name is that name.', () => {
    expect(labelled({ kind: 'userId = null', wrong })).toBe('userId = null');
    expect(labelled({ kind: 'exec.sig.empty', wrong })).toBe('exec.sig.empty');
  });
});
