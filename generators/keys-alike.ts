import { type Curve, integerOf, p256, p384 } from './key-data/curves.ts';
import { isUsualEd25519Point } from './key-data/edwards.ts';
import type { KeySpec, SigningKey } from './keys.ts';
import { bytesFrom, type SeedPart } from './seeding.ts';

/** The public key as a request carries it. */
export type EncodedKey = Pick<SigningKey, 'keyData' | 'keySpec'> & { readonly format: string };

const spkiFormat = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';
const ed25519 = 'SIGNING_KEY_SPEC_EC_CURVE25519';

/** The SubjectPublicKeyInfo of an Ed25519 key before its 32 bytes (RFC 8410 §4). */
const prefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Ed25519 keys that differ in a single byte: the key of `spki` and its negation, which differ in the sign bit of the last
 * byte (RFC 8032 §5.1.2), and two drawn from the parts that differ in the first byte.
 */
export function keysAlike(spki: Buffer, ...parts: SeedPart[]): EncodedKey[] {
  return [spki, negatedKey(ed25519, spki), ...alikeAtTheEnd(parts)].map((bytes) => encoded(ed25519, bytes));
}

function encoded(keySpec: KeySpec, spki: Buffer): EncodedKey {
  return { format: spkiFormat, keyData: spki.toString('base64'), keySpec };
}

/** One in sixteen strings of 32 bytes is a point of the prime order, so that two with the same end are found at once. */
function alikeAtTheEnd(parts: readonly SeedPart[]): Buffer[] {
  for (let attempt = 0; ; attempt += 1) {
    const octets = bytesFrom(['alike-at-the-end', ...parts, attempt], 32);
    const found: Buffer[] = [];
    for (let first = 0; first < 256 && found.length < 2; first += 1) {
      octets[0] = first;
      if (isUsualEd25519Point(octets)) found.push(Buffer.concat([prefix, octets]));
    }
    if (found.length === 2) return found;
  }
}

const fields: Readonly<Record<Exclude<KeySpec, typeof ed25519>, Pick<Curve, 'p' | 'bytes'>>> = {
  SIGNING_KEY_SPEC_EC_P256: p256,
  SIGNING_KEY_SPEC_EC_P384: p384,
  // SEC 2 section 2.4.1.
  SIGNING_KEY_SPEC_EC_SECP256K1: { p: 2n ** 256n - 2n ** 32n - 977n, bytes: 32 },
};

/** The SubjectPublicKeyInfo of the negated point, which has the same x-coordinate, or the same y-coordinate for Ed25519. */
export function negatedKey(keySpec: KeySpec, spki: Buffer): Buffer {
  if (keySpec === ed25519) {
    const negated = Buffer.from(spki);
    negated[negated.length - 1] = (negated.at(-1) ?? 0) ^ 0x80;
    return negated;
  }
  const { p, bytes } = fields[keySpec];
  const y = p - integerOf(spki.subarray(-bytes));
  return Buffer.concat([
    spki.subarray(0, -bytes),
    Buffer.from(y.toString(16).padStart(2 * bytes, '0'), 'hex'),
  ]);
}
