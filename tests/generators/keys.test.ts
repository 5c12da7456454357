import { createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type KeySpec, keyFromSecret, keySpecs, signingKey } from '../../generators/keys.ts';
import known from './known-keys.json' with { type: 'json' };

test.each(known.keys)('the secret of $id gives its known public key', ({ keySpec, secretHex, keyData }) => {
  expect(keyFromSecret(keySpec as KeySpec, Buffer.from(secretHex, 'hex')).keyData).toBe(keyData);
});

describe.each(keySpecs)('%s', (keySpec) => {
  test('keyData is the SubjectPublicKeyInfo of the private key, and signatures verify', () => {
    const key = signingKey(keySpec, 'test', 1);
    expect(Buffer.from(key.keyData, 'base64')).toEqual(key.spki);
    const publicKey = createPublicKey({ key: key.spki, format: 'der', type: 'spki' });
    const message = Buffer.from('message');
    const hash = keySpec === 'SIGNING_KEY_SPEC_EC_CURVE25519' ? null : 'sha256';
    expect(verify(hash, message, publicKey, sign(hash, message, key.privateKey))).toBe(true);
  });

  test('the same parts give the same key, other parts another one', () => {
    const key = signingKey(keySpec, 'test', 1);
    expect(signingKey(keySpec, 'test', 1).keyData).toBe(key.keyData);
    expect(signingKey(keySpec, 'test', 2).keyData).not.toBe(key.keyData);
  });

  test('a secret of another length is refused with a sentence', () => {
    expect(() => keyFromSecret(keySpec, Buffer.alloc(5))).toThrow(/has \d+ bytes; this one has 5/);
  });
});

test.each(keySpecs)(
  'the public key of a %s key is the one that OpenSSL derives from the private key',
  (keySpec) => {
    for (let index = 0; index < 20; index++) {
      const { spki, privateKey } = signingKey(keySpec, 'derived', index);
      expect(spki).toEqual(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }));
    }
  },
);

test('a key that was pushed out of memory by others is the same when asked for again', () => {
  const before = signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'evicted').keyData;
  for (let index = 0; index < 2100; index++) signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'filler', index);
  expect(signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'evicted').keyData).toBe(before);
});
