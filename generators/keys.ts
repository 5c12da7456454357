import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { bytesFrom, type SeedPart } from './seeding.ts';

/** PKCS #8 (RFC 5208) before the secret: RFC 5915 in RFC 5480; null for keys that are read from a JWK. */
const secretPrefixes = {
  SIGNING_KEY_SPEC_EC_CURVE25519: { bytes: 32, prefix: null },
  SIGNING_KEY_SPEC_EC_P256: {
    bytes: 32,
    prefix: '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420',
  },
  SIGNING_KEY_SPEC_EC_P384: {
    bytes: 48,
    prefix: '304e020100301006072a8648ce3d020106052b81040022043730350201010430',
  },
  SIGNING_KEY_SPEC_EC_SECP256K1: {
    bytes: 32,
    prefix: '303e020100301006072a8648ce3d020106052b8104000a042730250201010420',
  },
};

export type KeySpec = keyof typeof secretPrefixes;

export const keySpecs = Object.keys(secretPrefixes) as KeySpec[];

/** A placeholder key pair of a party; `keyData` is the base64 of `spki`, an X.509 SubjectPublicKeyInfo. */
export type SigningKey = {
  format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
  keySpec: KeySpec;
  keyData: string;
  spki: Buffer;
  privateKey: KeyObject;
};

/** The key pair of a secret: the 32-byte seed of an Ed25519 key, or the private scalar on the other curves. */
export function keyFromSecret(keySpec: KeySpec, secret: Buffer): SigningKey {
  const { bytes, prefix } = secretPrefixes[keySpec];
  if (secret.length !== bytes) {
    throw new Error(`A secret of ${keySpec} has ${bytes} bytes; this one has ${secret.length}.`);
  }
  const privateKey =
    prefix === null
      ? ed25519Key(secret)
      : createPrivateKey({
          key: Buffer.concat([Buffer.from(prefix, 'hex'), secret]),
          format: 'der',
          type: 'pkcs8',
        });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const format = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
  return { format, keySpec, keyData: spki.toString('base64'), spki, privateKey };
}

/** Node.js computes the public part itself and only wants one to be there; a JWK takes a quarter of the time of PKCS #8. */
function ed25519Key(secret: Buffer): KeyObject {
  const x = Buffer.alloc(32).toString('base64url');
  const key = { kty: 'OKP', crv: 'Ed25519', d: secret.toString('base64url'), x };
  return createPrivateKey({ key, format: 'jwk' });
}

// Deriving a public key takes about half a millisecond; the limit keeps the memory of a long run constant.
const remembered = new Map<string, SigningKey>();
const rememberedAtMost = 2048;

/** The key pair derived from the parts; cached, because the cases of a run use the same ones repeatedly. */
export function signingKey(keySpec: KeySpec, ...parts: SeedPart[]): SigningKey {
  const name = JSON.stringify([keySpec, ...parts]);
  const known = remembered.get(name);
  if (known) return known;
  const secret = bytesFrom(['signing-key', keySpec, ...parts], secretPrefixes[keySpec].bytes);
  // Below the order of each curve, whatever the other bits are.
  secret[0] = (secret[0] ?? 0) & 0x7f;
  const key = keyFromSecret(keySpec, secret);
  const [oldest] = remembered.keys();
  if (remembered.size >= rememberedAtMost && oldest !== undefined) remembered.delete(oldest);
  remembered.set(name, key);
  return key;
}
