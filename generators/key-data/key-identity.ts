import { type KeySpec, keySpecs, spkiFormat, spkiPrefix } from '../keys.ts';
import { isUsualEd25519Point } from './edwards.ts';

/**
 * The same text for the same key, whether raw or as an X.509 structure (also under the name of DER), and another one for
 * another key. Undefined if the encoding is not the plain one of the stated specification: whether two of these are one
 * key is then open.
 */
export function keyIdentity(format: unknown, keySpec: unknown, keyData: string): string | undefined {
  const known = keySpecs.find((each) => each === keySpec);
  const bytes = Buffer.from(keyData, 'base64');
  if (known === undefined || bytes.toString('base64') !== keyData) return undefined;
  const prefix = spkiPrefix(known);
  const length = 2 + prefix.readUInt8(1);
  if (format === 'CRYPTO_KEY_FORMAT_RAW')
    return bytes.length === length - prefix.length ? identity(known, bytes) : undefined;
  const isPlain =
    (format === spkiFormat || format === 'CRYPTO_KEY_FORMAT_DER') &&
    bytes.length === length &&
    bytes.subarray(0, prefix.length).equals(prefix);
  return isPlain ? identity(known, bytes.subarray(prefix.length)) : undefined;
}

/** Undefined for a point that is not uncompressed. */
function identity(keySpec: KeySpec, raw: Buffer): string | undefined {
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
