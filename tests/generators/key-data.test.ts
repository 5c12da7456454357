import { createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readBer } from '../../generators/key-data/ber.ts';
import { classifyKey, classifyKeyData } from '../../generators/key-data/classify.ts';
import {
  expandKeyTemplate,
  type KeyKeyword,
  keyCases,
  partNames,
  wycheproofCase,
} from '../../generators/key-data/key-cases.ts';
import { wycheproofKeys } from '../../generators/key-data/wycheproof.ts';
import { keySpecs, signingKey } from '../../generators/keys.ts';
import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';

const ed25519 = 'SIGNING_KEY_SPEC_EC_CURVE25519' as const;
const curves = ['SIGNING_KEY_SPEC_EC_P256', 'SIGNING_KEY_SPEC_EC_P384'] as const;
const samples = Array.from({ length: 8 }, (_, index) => `classified-${index}`);

describe('A generated key', () => {
  it.each([ed25519, ...curves] as const)('of %s is plain.', (keySpec) => {
    for (const sample of samples)
      expect(classifyKeyData(signingKey(keySpec, sample).keyData)).toEqual({
        verdict: 'plain',
        spec: keySpec,
      });
  });

  it('on secp256k1 is open: the ruling does not name this curve.', () => {
    const { keyData } = signingKey('SIGNING_KEY_SPEC_EC_SECP256K1', 'classified');
    expect(classifyKeyData(keyData)).toEqual({ verdict: 'open', flaw: 'other-algorithm' });
  });
});

const demanded: Readonly<Record<KeyKeyword, string>> = {
  'undecodable-key': 'undecodable',
  'key-encoding': 'open',
};

describe.each([ed25519, ...curves] as const)('The cases of the catalogue for %s', (keySpec) => {
  it.each(['undecodable-key', 'key-encoding'] as const)('of %s are what their keyword says.', (keyword) => {
    for (const sample of samples) {
      const cases = keyCases(signingKey(keySpec, sample), keyword).flat();
      expect(cases.length).toBeGreaterThan(1);
      for (const { kind, detail, keyData } of cases)
        expect(classifyKeyData(keyData).verdict, `${kind} ${detail}`).toBe(demanded[keyword]);
      expect(new Set(cases.map(({ keyData }) => keyData)).size).toBe(cases.length);
      expect(new Set(cases.map(({ kind, detail }) => `${kind} ${detail}`)).size).toBe(cases.length);
    }
  });
});

test('Every template of the catalogue yields a case for some key, and names only parts that exist.', () => {
  const keys = keySpecs.flatMap((keySpec) => samples.map((sample) => signingKey(keySpec, sample)));
  for (const { id, templates } of lenienciesOf('key-data'))
    for (const template of templates) {
      for (const [, name] of template.matchAll(/\$([A-Za-z0-9]+)/g)) expect(partNames, id).toContain(name);
      expect(
        keys.some((key) => expandKeyTemplate(template, key) !== undefined),
        `${id} ${template}`,
      ).toBe(true);
    }
});

describe('A key of Wycheproof', () => {
  const keys = wycheproofKeys();
  const flagged = (flag: string) => keys.filter(({ flags }) => flags.includes(flag));

  it.each(['InvalidCurveAttack', 'ModifiedPublicPoint', 'InvalidCompressedPublic'])(
    'with the flag %s must be rejected.',
    (flag) => {
      expect(flagged(flag).length).toBeGreaterThan(1);
      for (const { verdict, flaw, name } of flagged(flag))
        expect([verdict, flaw], name).toEqual(['undecodable', 'not-on-curve']);
    },
  );

  it.each(['UnnamedCurve', 'CompressedPublic'])('with the flag %s is observed.', (flag) => {
    expect(flagged(flag).length).toBeGreaterThan(1);
    for (const { verdict, name } of flagged(flag)) expect(verdict, name).toBe('open');
  });

  it('of another curve than P-256 and P-384 is observed.', () => {
    const others = flagged('WrongCurve').filter(({ flags }) => !flags.includes('CompressedPoint'));
    expect(others.length).toBeGreaterThan(20);
    for (const { flaw, name } of others) expect(flaw, name).toBe('other-algorithm');
  });

  it('that it calls valid DER of a key is never one that must be rejected.', () => {
    const unusual = /long form encoding|leading 0|append null|empty sequence|unused/;
    const found = flagged('InvalidAsn').filter(
      ({ name }) => unusual.test(name) && !/appending unused/.test(name),
    );
    expect(found.length).toBeGreaterThan(15);
    for (const { verdict, name } of found) expect(verdict, name).toBe('open');
  });

  it('that was cut, or has text behind it, must be rejected.', () => {
    const cut = /^(truncated sequence,|length of sequence uses \d+ instead|dropping value of sequence)/;
    const found = flagged('InvalidAsn').filter(({ name }) => cut.test(name));
    expect(found.length).toBeGreaterThan(5);
    for (const { verdict, name } of found) expect(verdict, name).toBe('undecodable');
  });

  it('is a case of a leniency with its verdict as keyword.', () => {
    const ids = lenienciesOf('key-data').map(({ id, keyword }) => `${id} ${keyword}`);
    for (const key of keys) {
      const { kind, keyword } = wycheproofCase(key);
      expect(ids, key.name).toContain(`${kind} ${keyword}`);
      expect(demanded[keyword]).toBe(key.verdict);
    }
  });
});

const structured = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .tuple(
      fc.constantFrom(ed25519, ...curves),
      fc.array(fc.tuple(fc.nat(130), fc.nat(255)), { maxLength: 4 }),
    )
    .map(([keySpec, changes]) => {
      const { spki } = signingKey(keySpec, 'changed');
      const copy = Buffer.from(spki);
      for (const [at, byte] of changes) copy[at % copy.length] = byte;
      return copy;
    }),
  fc.nat(60_000).map((length) => Buffer.alloc(length, 0x30)),
  fc.nat(60_000).map((length) => Buffer.from('3080'.repeat(length >> 1), 'hex')),
);

/** The DER of a key as OpenSSL reads it; it ignores bytes behind, but then the key without its last byte is one too. */
function readByOpenSsl(bytes: Buffer): Buffer | undefined {
  const plain = exported(bytes);
  return plain === undefined || exported(bytes.subarray(0, -1)) !== undefined ? undefined : plain;
}

function exported(bytes: Buffer): Buffer | undefined {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    return key.export({ format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

describe('OpenSSL as a second opinion', () => {
  const agrees = (bytes: Buffer, name: string) => {
    const read = readByOpenSsl(bytes);
    const { verdict } = classifyKey(bytes);
    if (read !== undefined) expect(verdict, name).not.toBe('undecodable');
    if (verdict === 'plain') expect(read?.equals(bytes), name).toBe(true);
  };

  it('reads no key of Wycheproof that must be rejected.', () => {
    const keys = wycheproofKeys();
    expect(keys.filter(({ spki }) => readByOpenSsl(spki) !== undefined).length).toBeGreaterThan(40);
    for (const { spki, name } of keys) agrees(spki, name);
  });

  it('reads no altered key that must be rejected.', () => {
    fc.assert(
      fc.property(structured, (bytes) => agrees(Buffer.from(bytes), Buffer.from(bytes).toString('hex'))),
      { numRuns: 1_000 },
    );
  });
});

describe('Arbitrary input', () => {
  it('is classified without an exception.', () => {
    fc.assert(
      fc.property(structured, (bytes) => {
        const { verdict } = classifyKey(Buffer.from(bytes));
        expect(['plain', 'open', 'undecodable']).toContain(verdict);
        readBer(Buffer.from(bytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it('as text is classified without an exception.', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'MCowBQYDK2VwAyEA+/=\n -_'), maxLength: 80 }),
    );
    fc.assert(
      fc.property(text, (keyData) => {
        const classified = classifyKeyData(keyData);
        if (classified.verdict === 'plain')
          expect(Buffer.from(keyData, 'base64').toString('base64')).toBe(keyData);
      }),
      { numRuns: 2_000 },
    );
  });
});
