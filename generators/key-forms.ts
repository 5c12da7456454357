import { type Curve, integerOf, octetsFrom, p256, p384 } from './key-data/curves.ts';
import { isUsualEd25519Point } from './key-data/edwards.ts';
import { type KeySpec, signingKey, spkiFormat, spkiPrefix } from './keys.ts';
import { bytesFrom, type SeedPart } from './seeding.ts';

/** A specification of keys in a format. */
export interface KeyForm {
  readonly keySpec: KeySpec;
  readonly format: typeof spkiFormat | 'CRYPTO_KEY_FORMAT_DER' | 'CRYPTO_KEY_FORMAT_RAW';
}

/** The public key as a request carries it. */
export interface EncodedKey extends KeyForm {
  readonly keyData: string;
}

const ed25519 = 'SIGNING_KEY_SPEC_EC_CURVE25519';

/** The forms besides that of the document's examples; which of them a target takes is open (ruling 13). */
export const otherKeyForms: readonly KeyForm[] = [
  { keySpec: 'SIGNING_KEY_SPEC_EC_P256', format: spkiFormat },
  { keySpec: 'SIGNING_KEY_SPEC_EC_P384', format: spkiFormat },
  { keySpec: 'SIGNING_KEY_SPEC_EC_SECP256K1', format: spkiFormat },
  { keySpec: 'SIGNING_KEY_SPEC_EC_P256', format: 'CRYPTO_KEY_FORMAT_DER' },
  { keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519', format: 'CRYPTO_KEY_FORMAT_RAW' },
];

/** That of the document's examples. */
export const exampleForm: KeyForm = { keySpec: ed25519, format: spkiFormat };

const nameOf = ({ keySpec, format }: { readonly keySpec: string; readonly format: string }): string =>
  `${keySpec} in ${format}`;

const formNames: ReadonlySet<string> = new Set([exampleForm, ...otherKeyForms].map(nameOf));

/** Specification and format of a key in a request; undefined if the suite has no such keys. */
export function keyFormName(key: {
  readonly keySpec?: unknown;
  readonly format?: unknown;
}): string | undefined {
  const { keySpec, format } = key;
  if (typeof keySpec !== 'string' || typeof format !== 'string') return undefined;
  const name = nameOf({ keySpec, format });
  return formNames.has(name) ? name : undefined;
}

/** The bytes of an Ed25519 key in a SubjectPublicKeyInfo. */
const rawBytes = 32;

/** A public key of this form, derived from the parts. */
export function keyOfForm({ keySpec, format }: KeyForm, ...parts: SeedPart[]): EncodedKey {
  return inForm({ keySpec, format }, signingKey(keySpec, ...parts).spki);
}

/** The negation of that key: another key with one coordinate in common. */
export function negatedKeyOfForm({ keySpec, format }: KeyForm, ...parts: SeedPart[]): EncodedKey {
  return inForm({ keySpec, format }, negatedKey(keySpec, signingKey(keySpec, ...parts).spki));
}

function inForm({ keySpec, format }: KeyForm, bytes: Buffer): EncodedKey {
  const data = format === 'CRYPTO_KEY_FORMAT_RAW' ? bytes.subarray(-rawBytes) : bytes;
  return { format, keyData: data.toString('base64'), keySpec };
}

/**
 * Ed25519 keys that differ in a single byte: the key of `spki` and its negation, which differ in the sign bit of the last
 * byte (RFC 8032 §5.1.2), and pairs drawn from the parts that differ in the first byte, and in one in the middle.
 */
export function keysAlike(spki: Buffer, ...parts: SeedPart[]): EncodedKey[] {
  return [spki, negatedKey(ed25519, spki), ...alikeBut(0, parts), ...alikeBut(15, parts)].map((bytes) =>
    inForm(exampleForm, bytes),
  );
}

/** One in sixteen strings of 32 bytes is a point of the prime order, so that two that differ in one byte are found at once. */
function alikeBut(at: number, parts: readonly SeedPart[]): Buffer[] {
  for (let attempt = 0; ; attempt += 1) {
    const octets = bytesFrom(['alike-at-the-end', ...parts, attempt, at], 32);
    const found: Buffer[] = [];
    for (let byte = 0; byte < 256 && found.length < 2; byte += 1) {
      octets[at] = byte;
      if (isUsualEd25519Point(octets)) found.push(Buffer.concat([spkiPrefix(ed25519), octets]));
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
function negatedKey(keySpec: KeySpec, spki: Buffer): Buffer {
  if (keySpec === ed25519) {
    const negated = Buffer.from(spki);
    negated[negated.length - 1] = (negated.at(-1) ?? 0) ^ 0x80;
    return negated;
  }
  const { p, bytes } = fields[keySpec];
  const y = p - integerOf(spki.subarray(-bytes));
  return Buffer.concat([spki.subarray(0, -bytes), octetsFrom(y, bytes)]);
}
