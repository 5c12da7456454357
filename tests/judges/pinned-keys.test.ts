import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wycheproofKeys } from '../../generators/key-data/wycheproof.ts';
import { signingKey } from '../../generators/keys.ts';
import { readKey } from '../../judges/generate-topology/recorded.ts';
import { judgeKey, readPublicKey } from '../../judges/pinned/read-key.ts';
import type { View } from '../../judges/pinned/view.ts';

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

/** A successful request with a key in SPKI, as a rule of a profile sees it. */
function withKey(text: string, keySpec: string): View {
  const body = { publicKey: { format, keyData: text, keySpec } };
  return {
    operation: 'generate-topology',
    request: { method: 'POST', path: '/', query: {}, headers: {}, headerNames: [], body },
    answer: { kind: 'success', status: 200, headers: {}, mediaType: 'application/json', body: {} },
  };
}

/** SubjectPublicKeyInfo with the point at infinity of P-256, P-384, secp256k1 and a binary curve. */
const atInfinity = ['06082a8648ce3d030107', '06052b81040022', '06052b8104000a', '06052b81040021'].map(
  (curve) => {
    const algorithm = `06072a8648ce3d0201${curve}`;
    const half = algorithm.length / 2;
    const hex = [0x30, half + 6, 0x30, half].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return Buffer.from(`${hex}${algorithm}03020000`, 'hex');
  },
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
          expect(() => judgeKey(withKey(text, keySpec), {})).not.toThrow();
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
      expect(() => judgeKey(withKey(text, keySpec), {})).not.toThrow();
    }
  });

  it('does not abort on the point at infinity of any curve.', () => {
    for (const spki of atInfinity) {
      const text = spki.toString('base64');
      expect(judgeKey(withKey(text, 'SIGNING_KEY_SPEC_EC_P256'), {})).toBe('silent');
      expect(readPublicKey({ format, keyData: text, keySpec: 'SIGNING_KEY_SPEC_EC_P256' })).toBeUndefined();
    }
  });
});
