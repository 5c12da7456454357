import { describe, expect, test } from 'vitest';
import { expectation } from '../../journal/finding.ts';
import { collect } from '../../journal/judgement.ts';
import { judgeMeaning } from '../../judges/generate-topology/meaning.ts';
import { finding, observed } from './records.ts';

const gt = 'generate-topology';
const good = { partyId: 'alice::1220ab', publicKeyFingerprint: '1220ab' };

function meant(change: object, request: unknown = { partyHint: 'alice' }) {
  return collect((sink) => {
    judgeMeaning(sink, request, { ...good, ...change }, 'case#1');
    return 'none';
  });
}

describe('the party id', () => {
  test('that lacks its parts is told with what was looked for.', () => {
    const at = (id: string, name: string, part: string) =>
      finding(gt, id, {
        message: `partyId does not contain ${name}`,
        pointer: '/partyId',
        expected: `${expectation(id)} Here: "${part}"`,
        actual: '"bob::"',
      });
    expect(meant({ partyId: 'bob::' }).findings).toEqual([
      at('GT-PARTYID-HINT', 'the hint', 'alice'),
      at('GT-PARTYID-FINGERPRINT', 'publicKeyFingerprint', '1220ab'),
    ]);
  });

  test.each<[string, object, unknown, string[]]>([
    ['both', {}, { partyHint: 'alice' }, ['GT-PARTYID-HINT', 'GT-PARTYID-FINGERPRINT']],
    ['the fingerprint where there is no hint', {}, {}, ['GT-PARTYID-FINGERPRINT']],
    ['the fingerprint where the request is no object', {}, null, ['GT-PARTYID-FINGERPRINT']],
    ['the fingerprint where the hint is a number', {}, { partyHint: 7 }, ['GT-PARTYID-FINGERPRINT']],
    ['the fingerprint where the hint is empty', {}, { partyHint: '' }, ['GT-PARTYID-FINGERPRINT']],
    [
      'the hint where the fingerprint is no text',
      { publicKeyFingerprint: 7 },
      { partyHint: 'alice' },
      ['GT-PARTYID-HINT'],
    ],
    ['neither where it is no text', { partyId: ['alice1220ab'] }, { partyHint: 'alice' }, []],
  ])('is held against %s.', (_name, change, request, ids) => {
    const judgement = meant(change, request);
    expect(Object.entries(judgement.judged)).toEqual(ids.map((id) => [id, 1]));
    expect(judgement.findings).toEqual([]);
  });

  test.each([
    ['a'.repeat(100), true],
    ['a'.repeat(101), true],
    ['aZ09', true],
    ['a-b', true],
    [' a\u0301 ', true],
    ['a😀', true],
    ['', false],
    ['a\ud800', false],
  ])('is compared with every hint that is Unicode text: %j.', (partyHint, held) => {
    expect(meant({}, { partyHint }).findings.map(({ requirement }) => requirement)).toEqual(
      held ? ['GT-PARTYID-HINT'] : [],
    );
  });

  test('has its form observed with the parts left out, and where that is short.', () => {
    const form = (partyId: string, partyHint: unknown = 'alice') =>
      observed(meant({ partyId }, { partyHint }), 'GT-OPEN-PARTYID-FORM');
    expect(form('alice::1220ab')).toEqual(['<hint>::<fingerprint>']);
    expect(form(`alice1220ab${'x'.repeat(40)}`)).toEqual([`<hint><fingerprint>${'x'.repeat(40)}`]);
    expect(form(`alice1220ab${'x'.repeat(41)}`)).toEqual([]);
    expect(form('alice::1220ab', 7)).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['1220ab', ['lower-case hex, 6 characters']],
    ['1220AB', ['other']],
    ['x1220', ['other']],
    ['1220x', ['other']],
  ])('has the form of its fingerprint observed: %s.', (publicKeyFingerprint, form) => {
    expect(observed(meant({ publicKeyFingerprint }), 'GT-OPEN-FINGERPRINT-FORM')).toEqual(form);
  });

  test('shows no form where hint or fingerprint is no text.', () => {
    expect(meant({ publicKeyFingerprint: 7 }).observations).toEqual([]);
    expect(meant({}, {}).observations).toEqual([]);
  });

  test('has an empty fingerprint told, which every text contains.', () => {
    expect(meant({ publicKeyFingerprint: '' }).findings).toEqual([
      finding(gt, 'GT-PARTYID-FINGERPRINT', {
        message: 'partyId does not contain publicKeyFingerprint',
        pointer: '/partyId',
        expected: `${expectation('GT-PARTYID-FINGERPRINT')} Here: ""`,
        actual: '"alice::1220ab"',
      }),
    ]);
  });
});

describe('the entries', () => {
  test('are counted, and those that are empty or no text are passed over.', () => {
    const judgement = meant({ topologyTransactions: ['', 7, null, 'CgJhYRAe'] });
    expect(judgement.findings).toEqual([]);
    expect(judgement.judged['GT-ENTRY-WRAPPER']).toBe(1);
    expect(observed(judgement, 'GT-OPEN-ENTRY-COUNT')).toEqual(['4']);
    expect(observed(judgement, 'GT-OPEN-ENTRY-ENCODING')).toEqual(['base64, version 30']);
  });

  test('that are no list are passed over.', () => {
    const judgement = meant({ topologyTransactions: 'CgJhYRAe' });
    expect(judgement.judged['GT-ENTRY-WRAPPER']).toBeUndefined();
    expect(observed(judgement, 'GT-OPEN-ENTRY-COUNT')).toEqual([]);
  });

  test('that are no wrapper are told with every encoding in which they can be read.', () => {
    expect(meant({ topologyTransactions: ['CgJhYRAe', 'abcd'] }).findings).toEqual([
      finding(gt, 'GT-ENTRY-WRAPPER', {
        message:
          'entry 1 decodes as base64 and base64url and hex, but not to an UntypedVersionedMessage with data and version',
        pointer: '/topologyTransactions/1',
        actual: '"abcd"',
      }),
    ]);
  });

  test('that nothing decodes are observed and counted.', () => {
    const judgement = meant({ topologyTransactions: ['!'] });
    expect(judgement.judged['GT-ENTRY-WRAPPER']).toBe(1);
    expect(observed(judgement, 'GT-OPEN-ENTRY-ENCODING')).toEqual(['neither base64 nor base64url nor hex']);
  });
});
