import { describe, expect, test } from 'vitest';
import { keyOfForm, negatedKeyOfForm, otherKeyForms } from '../../generators/key-forms.ts';
import { signingKey } from '../../generators/keys.ts';
import { judgeRelations } from '../../judges/generate-topology/relations.ts';
import { caseOf, condemned, error, json, judge, type Made, observed } from './records.ts';

interface Call {
  readonly hint?: string;
  readonly key?: string;
  readonly fingerprint?: string;
  readonly entries?: readonly string[];
  readonly multiHash?: string;
}

/** One success: everything follows from hint and key unless said otherwise. */
function call({ hint = 'alice', key = 'k1', ...said }: Call): Made {
  const fingerprint = said.fingerprint ?? `fp${key}`;
  const { format, keyData, keySpec } = signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', key);
  return {
    body: { partyHint: hint, publicKey: { format, keyData, keySpec } },
    answer: json(200, {
      partyId: `${hint}::${fingerprint}`,
      publicKeyFingerprint: fingerprint,
      topologyTransactions: said.entries ?? [`${hint} ${key} !`],
      multiHash: said.multiHash ?? `hash of ${said.entries?.join() ?? `${hint} ${key}`}`,
    }),
  };
}

const related = (...calls: readonly Made[]) =>
  judge(caseOf('generate-topology', 'GT-SUCCESS', calls), judgeRelations);

test('Calls that agree are counted, and nothing is found.', () => {
  const judgement = related(call({}), call({ hint: 'bob' }), call({ key: 'k2' }), call({}));
  expect(judgement.findings).toEqual([]);
  expect(judgement.judged).toMatchObject({
    'GT-FINGERPRINT-FUNCTION': 4,
    'GT-FINGERPRINT-DISTINCT': 4,
    'GT-MULTIHASH-BOUND': 4,
    'GT-ENTRY-DISTINCT': 4,
  });
  expect(judgement.control).toBe('succeeded');
});

test('One key with two fingerprints is condemned, with both calls.', () => {
  const { findings } = related(call({}), call({ hint: 'bob', fingerprint: 'other' }));
  expect(findings).toMatchObject([
    {
      requirement: 'GT-FINGERPRINT-FUNCTION',
      exchanges: ['case#1', 'case#2'],
      pointer: '/publicKeyFingerprint',
    },
  ]);
});

test('Two keys with one fingerprint are condemned.', () => {
  expect(condemned(related(call({}), call({ hint: 'bob', key: 'k2', fingerprint: 'fpk1' })))).toEqual([
    'GT-FINGERPRINT-DISTINCT',
  ]);
});

test('Two lists with one multi-hash are condemned.', () => {
  expect(condemned(related(call({ multiHash: 'same' }), call({ hint: 'bob', multiHash: 'same' })))).toEqual([
    'GT-MULTIHASH-BOUND',
  ]);
});

test('Two parties with one list are condemned, whether the hint or the key differs.', () => {
  const entries = ['!'];
  expect(condemned(related(call({ entries }), call({ hint: 'bob', entries })))).toEqual([
    'GT-ENTRY-DISTINCT',
  ]);
  expect(condemned(related(call({ entries }), call({ key: 'k2', entries })))).toEqual(['GT-ENTRY-DISTINCT']);
});

describe('what is no breach', () => {
  test('is another list with another multi-hash for the same party, which is observed.', () => {
    const judgement = related(call({ entries: ['!1'] }), call({ entries: ['!2'] }));
    expect(judgement.findings).toEqual([]);
    expect(observed(judgement, 'GT-OPEN-DETERMINISM')).toEqual(['the same request gives other bytes']);
    expect(observed(related(call({}), call({})), 'GT-OPEN-DETERMINISM')).toEqual([
      'the same request gives the same answer',
    ]);
  });

  test('is the same set in another order with the same multi-hash.', () => {
    const judgement = related(
      call({ entries: ['!1', '!2'], multiHash: 'same' }),
      call({ entries: ['!2', '!1', '!1'], multiHash: 'same' }),
    );
    expect(judgement.findings).toEqual([]);
  });
});

test('Refusals and answers without the fields are judged by themselves and compared with nothing.', () => {
  const { body } = call({});
  const refused: Made = { body, answer: error(404) };
  const without: Made = { body, answer: json(200, { partyId: 'alice::x', multiHash: 1 }) };
  const judgement = related(refused, without, call({}));
  expect(condemned(judgement)).toEqual([
    'GT-SUCCESS',
    'GT-RES-FINGERPRINT',
    'GT-RES-TRANSACTIONS',
    'GT-RES-MULTIHASH',
  ]);
  expect(judgement.judged['GT-FINGERPRINT-FUNCTION']).toBe(1);
});

/** The good answer to a request with this key, with the fingerprint. */
function withKey(publicKey: object, fingerprint: string, hint = 'alice'): Made {
  const made = call({ hint, key: JSON.stringify(publicKey), fingerprint });
  return { ...made, body: { partyHint: hint, publicKey } };
}

describe('keys of other forms', () => {
  test.each(otherKeyForms)(
    '%o: two keys with one fingerprint are condemned, the negated key too.',
    (form) => {
      const key = withKey(keyOfForm(form, 'related'), 'fp');
      const other = withKey(keyOfForm(form, 'another'), 'fp', 'bob');
      const negated = withKey(negatedKeyOfForm(form, 'related'), 'fp', 'bob');
      expect(condemned(related(key, other))).toEqual(['GT-FINGERPRINT-DISTINCT']);
      expect(condemned(related(key, negated))).toEqual(['GT-FINGERPRINT-DISTINCT']);
      expect(condemned(related(key, withKey(keyOfForm(form, 'related'), 'other', 'bob')))).toEqual([
        'GT-FINGERPRINT-FUNCTION',
      ]);
    },
  );

  test('One key raw and in an X.509 structure may have one fingerprint or two.', () => {
    const spec = 'SIGNING_KEY_SPEC_EC_CURVE25519';
    const raw = keyOfForm({ keySpec: spec, format: 'CRYPTO_KEY_FORMAT_RAW' }, 'related');
    const { format, keyData, keySpec } = signingKey(spec, 'related');
    const structured = { format, keyData, keySpec };
    expect(condemned(related(withKey(raw, 'fp'), withKey(structured, 'fp', 'bob')))).toEqual([]);
    expect(condemned(related(withKey(raw, 'fp'), withKey(structured, 'fp2', 'bob')))).toEqual([]);
  });

  test('Keys in an encoding that is open share a fingerprint without being condemned.', () => {
    const { format, keyData, keySpec } = signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'related');
    const unpadded = { format, keyData: keyData.replace(/=+$/, ''), keySpec };
    expect(
      condemned(related(withKey({ format, keyData, keySpec }, 'fp'), withKey(unpadded, 'fp', 'bob'))),
    ).toEqual([]);
  });
});
