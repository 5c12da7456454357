import { describe, expect, test } from 'vitest';
import { signingKey } from '../../generators/keys.ts';
import { shown } from '../../json/read-json.ts';
import { judgeRelations } from '../../judges/generate-topology/relations.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { answered, caseOf, condemned, finding, json, judge, type Made, observed } from './records.ts';

const gt = 'generate-topology';

const said = (fingerprint: string, entries: unknown = ['!'], multiHash: unknown = 'h') => ({
  partyId: `alice bob ${fingerprint}`,
  publicKeyFingerprint: fingerprint,
  topologyTransactions: entries,
  multiHash,
});
const spki = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
const keySpec = 'SIGNING_KEY_SPEC_EC_CURVE25519';
const keyDataOf = (key: string): string => signingKey(keySpec, key).keyData;
const asked = (partyHint: unknown, key: unknown, format = spki) => ({
  partyHint,
  publicKey: { format, keyData: typeof key === 'string' ? keyDataOf(key) : key, keySpec },
});
/** A key as messages show it. */
const shownKey = (key: string): string =>
  `${keySpec} ${Buffer.from(keyDataOf(key), 'base64').toString('base64', 12)}`;
const call = (body: unknown, answer: object): Made => ({ body, answer: json(200, answer) });

const related = (...calls: readonly Made[]) => judge(caseOf(gt, 'GT-SUCCESS', calls), judgeRelations);
const exchanges = ['case#1', 'case#2'];
const compared = (...calls: readonly Made[]) => related(...calls).judged['GT-MULTIHASH-BOUND'];

test('Every disagreement is reported with both values and both calls.', () => {
  const first = call(asked('alice', 'k1'), said('f1', ['!1'], 'h1'));
  expect(related(first, call(asked('bob', 'k1'), said('f2', ['!2'], 'h2'))).findings).toEqual([
    finding(gt, 'GT-FINGERPRINT-FUNCTION', {
      message: 'the same key has two fingerprints',
      pointer: '/publicKeyFingerprint',
      actual: '"f1" and "f2"',
      exchanges,
    }),
  ]);
  expect(related(first, call(asked('bob', 'k2'), said('f1', ['!2'], 'h2'))).findings).toEqual([
    finding(gt, 'GT-FINGERPRINT-DISTINCT', {
      message: 'two keys have the same fingerprint',
      pointer: '/publicKeyFingerprint',
      actual: `${shown(shownKey('k1'), 80)} and ${shown(shownKey('k2'), 80)}`,
      exchanges,
    }),
  ]);
  expect(related(first, call(asked('bob', 'k2'), said('f2', ['!2'], 'h1'))).findings).toEqual([
    finding(gt, 'GT-MULTIHASH-BOUND', {
      message: 'two different lists of transactions have the same multiHash',
      pointer: '/multiHash',
      actual: '"[\\"!1\\"]" and "[\\"!2\\"]"',
      exchanges,
    }),
  ]);
  expect(related(first, call(asked('bob', 'k2'), said('f2', ['!1'], 'h2'))).findings).toEqual([
    finding(gt, 'GT-ENTRY-DISTINCT', {
      message: 'two parties got the same list of transactions',
      pointer: '/topologyTransactions',
      actual: `${shown(`alice ${shownKey('k1')}`, 80)} and ${shown(`bob ${shownKey('k2')}`, 80)}`,
      exchanges,
    }),
  ]);
});

test('Values that are compared are shown cut.', () => {
  const long = 'f'.repeat(90);
  const [found] = related(
    call(asked('alice', 'k1'), said(long, ['!1'], 'h1')),
    call(asked('bob', 'k1'), said('f2', ['!2'], 'h2')),
  ).findings;
  expect(found?.actual).toBe(`"${'f'.repeat(79)}… (92 characters) and "f2"`);
});

test('A later call is held against the first of its kind.', () => {
  const calls = ['f1', 'f2', 'f1', 'f3'].map((fingerprint, index) =>
    call(asked(`alice${index}`, 'k1'), said(fingerprint, [`!${index}`], `h${index}`)),
  );
  const { findings } = related(...calls);
  expect(
    findings
      .filter(({ requirement }) => requirement === 'GT-FINGERPRINT-FUNCTION')
      .map((each) => each.exchanges),
  ).toEqual([
    ['case#1', 'case#2'],
    ['case#1', 'case#4'],
  ]);
});

test('The same data under another format is another key.', () => {
  const judgement = related(
    call(asked('alice', 'k', 'CRYPTO_KEY_FORMAT_DER'), said('f1', ['!1'], 'h1')),
    call(asked('alice', 'k', 'CRYPTO_KEY_FORMAT_RAW'), said('f2', ['!2'], 'h2')),
  );
  expect(judgement.findings).toEqual([]);
});

test('Another order of entries, or a repeated entry, is the same list; another entry is not.', () => {
  const one = call(asked('alice', 'k'), said('f', ['!1', '!2', '!2']));
  expect(condemned(related(one, call(asked('alice', 'k'), said('f', ['!2', '!1']))))).toEqual([]);
  expect(condemned(related(one, call(asked('alice', 'k'), said('f', ['!2']))))).toEqual([
    'GT-MULTIHASH-BOUND',
  ]);
});

describe('a call is compared with nothing where', () => {
  const good = call(asked('alice', 'k'), said('f'));
  test.each<[string, Made]>([
    ['its status is no success', { ...good, answer: json(201, said('f')) }],
    ['it has no answer', { body: asked('alice', 'k'), failure: 'closed' }],
    ['its request is no JSON', call(Buffer.from('{'), said('f'))],
    ['its request is no object', call([asked('alice', 'k')], said('f'))],
    ['its request has no key', call({ partyHint: 'alice' }, said('f'))],
    ['its key has no data', call(asked('alice', undefined), said('f'))],
    ['its key data is a number', call(asked('alice', 7), said('f'))],
    ['its answer is no object', { ...good, answer: json(200, []) }],
    ['its answer is no JSON', { ...good, answer: answered(200, 'application/json', '{') }],
    ['its fingerprint is no text', call(asked('alice', 'k'), { ...said('f'), publicKeyFingerprint: 7 })],
    ['its multi-hash is no text', call(asked('alice', 'k'), said('f', ['!'], 7))],
    ['its entries are no list', call(asked('alice', 'k'), said('f', '!'))],
  ])('%s.', (_name, one) => {
    expect(compared(one)).toBe(0);
    expect(compared(good, one, good)).toBe(2);
  });
});

describe('two equal requests', () => {
  const one = call(asked('alice', 'k'), said('f', ['!1'], 'h1'));
  const determinism = (...calls: readonly Made[]) => observed(related(...calls), 'GT-OPEN-DETERMINISM');
  const same = ['the same request gives the same answer'];
  const other = ['the same request gives other bytes'];

  test('show whether a target always answers alike.', () => {
    expect(determinism(one)).toEqual([]);
    expect(determinism(one, call(asked('bob', 'k'), said('f', ['!2'], 'h2')))).toEqual([]);
    expect(determinism(one, one)).toEqual(same);
    expect(determinism(one, call(asked('alice', 'k'), said('f', ['!1'], 'h2')))).toEqual(other);
    expect(determinism(one, call(asked('alice', 'k'), said('f', ['!2'], 'h1')))).toEqual(other);
    expect(determinism(one, call(asked('alice', 'k'), said('f', ['!2'], 'h2')), one)).toEqual([
      ...other,
      ...same,
    ]);
  });

  test('are held against each other where the profile pins that they are answered alike.', () => {
    const pinning = {
      ...loadProfile('document'),
      pinned: [{ requirement: 'GT-OPEN-DETERMINISM', reason: 'It is computed.', source: 'vectors' }],
    };
    const under = (...calls: readonly Made[]) =>
      judge(caseOf(gt, 'GT-SUCCESS', calls), judgeRelations, pinning);
    const otherwise = call(asked('alice', 'k'), said('f', ['!2'], 'h2'));
    expect(under(one, one).judged['GT-OPEN-DETERMINISM']).toBe(1);
    expect(under(one, one).findings).toEqual([]);
    expect(condemned(under(one, otherwise))).toContain('GT-OPEN-DETERMINISM');
    const [found] = under(one, otherwise).findings.filter(
      (each) => each.requirement === 'GT-OPEN-DETERMINISM',
    );
    expect(found).toMatchObject({
      message: 'the same request gets different bytes',
      pointer: '/topologyTransactions',
      actual: '"h1" and "h2"',
      exchanges,
    });
    expect(found?.expected).toContain('It is computed.');
  });
});
