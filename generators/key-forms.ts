import { type KeySpec, signingKey } from './keys.ts';
import type { EncodedKey } from './keys-alike.ts';
import { negatedKey } from './keys-alike.ts';
import type { SeedPart } from './seeding.ts';

/** A specification of keys in a format. */
export interface KeyForm {
  readonly keySpec: KeySpec;
  readonly format:
    | 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO'
    | 'CRYPTO_KEY_FORMAT_DER'
    | 'CRYPTO_KEY_FORMAT_RAW';
}

const spki = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';

/** The forms besides that of the document's examples; which of them a target takes is open (ruling 13). */
export const otherKeyForms: readonly KeyForm[] = [
  { keySpec: 'SIGNING_KEY_SPEC_EC_P256', format: spki },
  { keySpec: 'SIGNING_KEY_SPEC_EC_P384', format: spki },
  { keySpec: 'SIGNING_KEY_SPEC_EC_SECP256K1', format: spki },
  { keySpec: 'SIGNING_KEY_SPEC_EC_P256', format: 'CRYPTO_KEY_FORMAT_DER' },
  { keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519', format: 'CRYPTO_KEY_FORMAT_RAW' },
];

/** That of the document's examples. */
const exampleForm: KeyForm = { keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519', format: spki };

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
