import { decodeBase64 } from '../keys/base64.ts';
import { sentKey, withKeyData } from '../keys/sent-key.ts';
import { fromBer, isPointOfEd25519, uncompressed, withoutLastElement, withoutNull } from '../keys/unusual-keys.ts';
import type { Action } from '../rows/engine.ts';
import { readAs, refuse } from '../rows/requests.ts';
import { readings } from './readings.ts';
import { GT, variants } from './table.ts';

/** Reads keyData as other keyData before anything is checked; undefined leaves it as it is. */
const readKey = (read: (keyData: string) => string | undefined): Action =>
  readAs((body) => {
    const key = sentKey(body);
    const keyData = key && read(key.keyData);
    return key === undefined || keyData === undefined || keyData === key.keyData ? undefined : withKeyData(body, key, keyData);
  });

/** The same for the bytes that keyData is the base64 of. */
const readBytes = (read: (bytes: Buffer) => Buffer | undefined): Action =>
  readKey((keyData) => {
    const bytes = decodeBase64(keyData);
    return bytes && read(bytes)?.toString('base64');
  });

/** Keys that these servers reject although others take them. */
const refuseKeys = (isRefused: (bytes: Buffer) => boolean): Action =>
  refuse('INVALID_ARGUMENT', ({ publicKey }) => isRefused(Buffer.from(publicKey.keyData, 'base64')));

const isInAlphabet = (text: string): boolean => /^[A-Za-z0-9+/]+={0,4}$/.test(text);
const isEd25519 = (bytes: Buffer): boolean => bytes.toString('hex').startsWith('302a300506032b6570032100');

const unpadded = (text: string): string | undefined =>
  /^[A-Za-z0-9+/]+$/.test(text) && text.length % 4 !== 1 ? text.padEnd(4 * Math.ceil(text.length / 4), '=') : undefined;
const overPadded = (text: string): string | undefined => (isInAlphabet(text) && /=/.test(text) ? unpadded(text.replace(/=+$/, '')) : undefined);
const withoutSpaces = (text: string): string => text.replace(/[ \t\r\n]+/g, '');
const withoutSpareBits = (text: string): string | undefined =>
  isInAlphabet(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64').toString('base64') : undefined;

/** The point of a key is not uncompressed. */
function isCompressed(bytes: Buffer): boolean {
  const [form] = bytes.subarray(4 + (bytes[3] ?? 0) + 3);
  return !isEd25519(bytes) && bytes.length > 44 && form !== 4;
}

/** Encodings of a key that are taken or rejected where ruling 31 leaves it open. */
export const keyEncodings = variants(GT, readings.keyEncodings, {
  'takes-unpadded-keys': ['keyData may lack its padding.', readKey(unpadded)],
  'takes-keys-with-more-padding': ['keyData may have more padding than it needs.', readKey(overPadded)],
  'takes-white-space-in-keys': ['Blanks, tabs and line ends in keyData are ignored.', readKey(withoutSpaces)],
  'takes-spare-bits-in-keys': ['The spare bits of the last character of keyData are ignored.', readKey(withoutSpareBits)],
  'takes-keys-in-ber': ['A key may be in BER, and its bit string may have unused bits.', readBytes(fromBer)],
  'takes-null-parameters-of-keys': ['The algorithm of an Ed25519 key may have NULL as parameters.', readBytes(withoutNull)],
  'takes-more-elements-in-keys': ['The structure of a key may end with a NULL.', readBytes(withoutLastElement)],
  'reads-compressed-points': ['A compressed point is the key of the uncompressed one.', readBytes(uncompressed)],
  'takes-all-encodings-of-keys': [
    'Everything that decoders of base64 and BER commonly forgive is forgiven.',
    [...[withoutLastElement, withoutNull, uncompressed, fromBer].map(readBytes), ...[withoutSpareBits, unpadded, overPadded, withoutSpaces].map(readKey)],
  ],
  'refuses-compressed-points': ['The point of a key must be uncompressed.', refuseKeys(isCompressed)],
  'refuses-unusual-ed25519-points': [
    'A key of Curve25519 must be a point that is not of low order, in canonical form.',
    refuseKeys((bytes) => bytes.length === 44 && isEd25519(bytes) && !isPointOfEd25519(bytes.subarray(12))),
  ],
  'refuses-keys-on-other-curves': [
    'Keys are on Curve25519 or P-256.',
    refuse('INVALID_ARGUMENT', ({ publicKey }) => /P384|SECP256K1/.test(publicKey.keySpec)),
    { quote: readings.keySpecOpen },
  ],
});
