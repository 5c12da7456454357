import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKey } from '../../checks/generate-topology/recorded-key.ts';
import { readPublicKey } from '../../checks/pinned/read-key.ts';
import { wycheproofKeys } from '../../generators/key-data/wycheproof.ts';
import { signingKey } from '../../generators/keys.ts';

const format = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
const specs = ['SIGNING_KEY_SPEC_EC_CURVE25519', 'SIGNING_KEY_SPEC_EC_P256', 'SIGNING_KEY_SPEC_NONE_SUCH'];

/** keyData of arbitrary bytes, of altered keys, and of text that is no base64. */
const keyData = fc.oneof(
  fc.uint8Array({ maxLength: 150 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.tuple(fc.nat(43), fc.nat(255)).map(([at, byte]) => {
    const spki = Buffer.from(signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'pinned').spki);
    spki[at] = byte;
    return spki.toString('base64');
  }),
  fc.string({ unit: 'binary', maxLength: 100 }),
);

describe('What reads keys for a judge', () => {
  it('throws for no keyData.', () => {
    fc.assert(
      fc.property(
        keyData,
        fc.constantFrom(...specs),
        fc.constantFrom(format, 'CRYPTO_KEY_FORMAT_RAW'),
        (text, keySpec, of) => {
          const read = readPublicKey({ format: of, keyData: text, keySpec });
          if (read !== undefined) expect(read.spki.length).toBeGreaterThan(0);
          expect(readKey(text)).toHaveProperty('verdict');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('throws for no key of Wycheproof.', () => {
    for (const { spki, keySpec, verdict } of wycheproofKeys()) {
      const text = spki.toString('base64');
      expect(readKey(text).verdict).toBe(verdict);
      expect(() => readPublicKey({ format, keyData: text, keySpec })).not.toThrow();
    }
  });
});
