import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { malformedSignatures } from '../../generators/malformed-signatures.ts';

const message = Buffer.from('what was signed');
const pairs = [
  ['Ed25519', generateKeyPairSync('ed25519'), null, 'SIGNING_ALGORITHM_SPEC_ED25519'],
  [
    'P-256',
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    'sha256',
    'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256',
  ],
  [
    'secp256k1',
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
    'sha256',
    'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256',
  ],
  [
    'P-384',
    generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    'sha384',
    'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384',
  ],
] as const;

describe.each(pairs)('Malformed signatures of %s', (name, { privateKey, publicKey }, digest, algorithm) => {
  const encodings = name === 'Ed25519' ? (['ieee-p1363'] as const) : (['ieee-p1363', 'der'] as const);

  it.each(encodings)('in %s verify under no circumstances.', (dsaEncoding) => {
    const isValid = (signature: Buffer) =>
      verify(digest, message, { key: publicKey, dsaEncoding }, signature);
    for (let round = 0; round < 20; round += 1) {
      const signature = sign(digest, message, { key: privateKey, dsaEncoding });
      expect(isValid(signature)).toBe(true);
      const malformed = Object.entries(malformedSignatures(signature, algorithm));
      expect(malformed).toHaveLength(dsaEncoding === 'der' ? 17 : 10);
      for (const [kind, bytes] of malformed) {
        expect(bytes.equals(signature), kind).toBe(false);
        expect(isValid(bytes), kind).toBe(false);
      }
    }
  });
});

it('A signature that is neither DER nor two halves has malformed forms too.', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from([0x30]), Buffer.from('3003020101', 'hex')])
    expect(Object.keys(malformedSignatures(bytes, 'unknown')).length).toBeGreaterThan(5);
});
