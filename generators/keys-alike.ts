import type { SigningKey } from './keys.ts';

/** The public key as a request carries it. */
export type EncodedKey = Pick<SigningKey, 'format' | 'keyData' | 'keySpec'>;

/** The SubjectPublicKeyInfo of an Ed25519 key before its 32 bytes (RFC 8410 §4). */
const prefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Public keys in the prime-order subgroup with the same last 31 bytes. They were found by trying each first byte with the
 * digest of a phrase; their private keys are unknown, and generating a topology does not need them.
 */
const alikeAtTheEnd: readonly string[] = [
  '00a5b77064701995d76517a643ab9b6bc35b430e702a22e29521ff2b8a801103',
  '22a5b77064701995d76517a643ab9b6bc35b430e702a22e29521ff2b8a801103',
];

/**
 * Ed25519 keys that differ in a single byte: the key of `spki` and its negation, which differ in the sign bit of the last
 * byte (RFC 8032 §5.1.2), and two that differ in the first byte.
 */
export function keysAlike(spki: Buffer): EncodedKey[] {
  const negated = Buffer.from(spki);
  negated[negated.length - 1] = (negated.at(-1) ?? 0) ^ 0x80;
  const others = alikeAtTheEnd.map((hex) => Buffer.concat([prefix, Buffer.from(hex, 'hex')]));
  return [spki, negated, ...others].map((bytes) => ({
    format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
    keyData: bytes.toString('base64'),
    keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
  }));
}
