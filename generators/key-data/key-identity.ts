import { isUsualEd25519Point } from './edwards.ts';

/** SubjectPublicKeyInfo before the raw key, and the length of the raw key: an uncompressed point on the other curves. */
const frames: Readonly<Record<string, { readonly prefix: Buffer; readonly raw: number }>> = {
  SIGNING_KEY_SPEC_EC_CURVE25519: frame('302a300506032b6570032100', 32),
  SIGNING_KEY_SPEC_EC_P256: frame('3059301306072a8648ce3d020106082a8648ce3d030107034200', 65),
  SIGNING_KEY_SPEC_EC_P384: frame('3076301006072a8648ce3d020106052b81040022036200', 97),
  SIGNING_KEY_SPEC_EC_SECP256K1: frame('3056301006072a8648ce3d020106052b8104000a034200', 65),
};

function frame(prefix: string, raw: number): { readonly prefix: Buffer; readonly raw: number } {
  return { prefix: Buffer.from(prefix, 'hex'), raw };
}

/**
 * The same text for the same key, whether raw or as an X.509 structure (also under the name of DER), and another one for
 * another key. Undefined if the encoding is not the plain one of the stated specification: whether two of these are one
 * key is then open.
 */
export function keyIdentity(format: unknown, keySpec: unknown, keyData: string): string | undefined {
  const known = typeof keySpec === 'string' && Object.hasOwn(frames, keySpec) ? frames[keySpec] : undefined;
  const bytes = Buffer.from(keyData, 'base64');
  if (known === undefined || bytes.toString('base64') !== keyData) return undefined;
  const { prefix, raw } = known;
  if (format === 'CRYPTO_KEY_FORMAT_RAW') return bytes.length === raw ? identity(keySpec, bytes) : undefined;
  const isPlain =
    (format === 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO' || format === 'CRYPTO_KEY_FORMAT_DER') &&
    bytes.length === prefix.length + raw &&
    bytes.subarray(0, prefix.length).equals(prefix);
  return isPlain ? identity(keySpec, bytes.subarray(prefix.length)) : undefined;
}

function identity(keySpec: unknown, raw: Buffer): string | undefined {
  return raw.length > 32 && raw[0] !== 4 ? undefined : `${keySpec} ${raw.toString('base64')}`;
}

/**
 * Whether two identities can only be those of different keys. Octets of Ed25519 that are no point of prime order in
 * canonical form may be read as another point (ruling 31); looking at that takes a millisecond.
 */
export function areCertainlyDifferent(one: string, other: string): boolean {
  return one !== other && isUsual(one) && isUsual(other);
}

function isUsual(key: string): boolean {
  const [spec, raw = ''] = key.split(' ');
  return spec !== 'SIGNING_KEY_SPEC_EC_CURVE25519' || isUsualEd25519Point(Buffer.from(raw, 'base64'));
}
