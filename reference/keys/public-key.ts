import { createPublicKey } from 'node:crypto';
import { decodeBase64 } from './base64.ts';
import { hashPurpose, purposeHash } from './hash.ts';

export interface PublicKey {
  readonly spec: KeySpec;
  /** X.509 SubjectPublicKeyInfo, DER. */
  readonly spki: Buffer;
  /** 68 lower-case hex digits. */
  readonly fingerprint: string;
}

export type KeySpec = keyof typeof keySpecs;

/** Numbers in protobuf, and the formats allowed for a key of the specification. */
export const keySpecs = {
  SIGNING_KEY_SPEC_EC_CURVE25519: { number: 1, curve: undefined, formats: ['SPKI', 'RAW'] },
  SIGNING_KEY_SPEC_EC_P256: { number: 2, curve: 'prime256v1', formats: ['SPKI', 'DER'] },
  SIGNING_KEY_SPEC_EC_P384: { number: 3, curve: 'secp384r1', formats: ['SPKI', 'DER'] },
  SIGNING_KEY_SPEC_EC_SECP256K1: { number: 4, curve: 'secp256k1', formats: ['SPKI'] },
} as const;

const formats: Readonly<Record<string, string>> = {
  CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO: 'SPKI',
  CRYPTO_KEY_FORMAT_DER: 'DER',
  CRYPTO_KEY_FORMAT_RAW: 'RAW',
};

const ed25519SpkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Reads a public key.
 * @returns the key, or a sentence that says why it is not one
 */
export function readPublicKey(format: string, keyData: string, keySpec: string): PublicKey | string {
  if (!Object.hasOwn(formats, format)) return `The key format is unknown; use one of ${names(formats)}.`;
  if (!isKeySpec(keySpec)) return `The key specification is unknown; use one of ${names(keySpecs)}.`;
  const form = formats[format] ?? '';
  if (!keySpecs[keySpec].formats.some((allowed) => allowed === form)) {
    return `The key format does not go with ${keySpec}; send the key as X.509 SubjectPublicKeyInfo.`;
  }
  const bytes = decodeBase64(keyData);
  if (bytes === undefined) return 'The key data is not base64; send padded standard base64.';
  if (form === 'RAW' && bytes.length !== 32) return 'A raw Curve25519 key has 32 bytes; send exactly these.';
  const spki = form === 'RAW' ? Buffer.concat([ed25519SpkiPrefix, bytes]) : bytes;
  const holds = keySpec === 'SIGNING_KEY_SPEC_EC_CURVE25519' ? isEd25519(spki) : isOnCurve(spki, keySpec);
  if (!holds) return `The key data is no public key of ${keySpec} in the stated format.`;
  return { spec: keySpec, spki, fingerprint: fingerprintOf(spki, keySpec) };
}

/** Raw bytes are hashed for Curve25519, the whole SubjectPublicKeyInfo for all other keys. */
function fingerprintOf(spki: Buffer, spec: KeySpec): string {
  const content = spec === 'SIGNING_KEY_SPEC_EC_CURVE25519' ? spki.subarray(ed25519SpkiPrefix.length) : spki;
  return purposeHash(hashPurpose.publicKeyFingerprint, content).toString('hex');
}

/** The structure of an Ed25519 key is constant and any 32 bytes are a key, so comparing is parsing, and faster. */
function isEd25519(spki: Buffer): boolean {
  const { length } = ed25519SpkiPrefix;
  return spki.length === length + 32 && spki.subarray(0, length).equals(ed25519SpkiPrefix);
}

function isOnCurve(spki: Buffer, spec: KeySpec): boolean {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    // The parser ignores trailing bytes; only an exact copy of the exported key is accepted.
    const isExact = key.export({ format: 'der', type: 'spki' }).equals(spki);
    return isExact && key.asymmetricKeyDetails?.namedCurve === keySpecs[spec].curve;
  } catch {
    return false;
  }
}

function isKeySpec(name: string): name is KeySpec {
  return Object.hasOwn(keySpecs, name);
}

function names(table: object): string {
  return Object.keys(table).join(', ');
}
