import type { Change } from '../../faults/fault.ts';
import { decodeBase64 } from '../../keys/base64.ts';
import { sentKey, withKeyData } from '../../keys/sent-key.ts';
import { fromBer, isPointOfEd25519, uncompressed, withoutLastElement, withoutNull } from '../../keys/unusual-keys.ts';
import type { Operation } from '../../operation.ts';
import { together } from '../change-answers.ts';
import { variantsOf } from '../variant-row.ts';
import { refuseToo, takeAs } from './change-requests.ts';
import { readings } from './readings.ts';

const generate: Operation = 'generate-topology';

/** Reads keyData as other keyData before anything is checked; undefined means no change. */
function takeKeysAs(read: (keyData: string) => string | undefined): Change {
  return takeAs(generate, (body) => {
    const key = sentKey(body);
    const keyData = key === undefined ? undefined : read(key.keyData);
    return key === undefined || keyData === undefined || keyData === key.keyData ? undefined : withKeyData(body, key, keyData);
  });
}

/** The same for the bytes that keyData is the base64 of. */
function takeKeyBytesAs(read: (bytes: Buffer) => Buffer | undefined): Change {
  return takeKeysAs((keyData) => {
    const bytes = decodeBase64(keyData);
    return bytes === undefined ? undefined : read(bytes)?.toString('base64');
  });
}

/** The bytes of a key that these servers refuse although others take it. */
function refuseKeys(cause: string, isRefused: (bytes: Buffer) => boolean): Change {
  return refuseToo(generate, 'error-object', cause, (_, body) => isRefused(Buffer.from(sentKey(body)?.keyData ?? '', 'base64')));
}

const asLetters = (text: string): boolean => /^[A-Za-z0-9+/]+={0,4}$/.test(text);
const bare = (text: string): string => text.replace(/=+$/, '');
const ed25519Prefix = '302a300506032b6570032100';

const unpadded = (text: string): string | undefined =>
  /^[A-Za-z0-9+/]+$/.test(text) && text.length % 4 !== 1 ? text.padEnd(4 * Math.ceil(text.length / 4), '=') : undefined;
const overPadded = (text: string): string | undefined => (asLetters(text) && /=/.test(text) ? unpadded(bare(text)) : undefined);
const withoutSpaces = (text: string): string => text.replace(/[ \t\r\n]+/g, '');
const withoutSpareBits = (text: string): string | undefined =>
  asLetters(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64').toString('base64') : undefined;

/** Encodings of a key that are taken or refused where ruling 31 leaves it open. */
export const keyEncodingVariants = variantsOf([generate], readings.keyEncodings, {
  'takes-unpadded-keys': { title: 'keyData may lack its padding.', apply: takeKeysAs(unpadded) },
  'takes-keys-with-more-padding': {
    title: 'keyData may have more padding than it needs.',
    apply: takeKeysAs(overPadded),
  },
  'takes-white-space-in-keys': {
    title: 'Blanks, tabs and line ends in keyData are ignored.',
    apply: takeKeysAs(withoutSpaces),
  },
  'takes-spare-bits-in-keys': {
    title: 'The spare bits of the last character of keyData are ignored.',
    apply: takeKeysAs(withoutSpareBits),
  },
  'takes-keys-in-ber': {
    title: 'A key may be in BER, and its bit string may have unused bits.',
    apply: takeKeyBytesAs(fromBer),
  },
  'takes-null-parameters-of-keys': {
    title: 'The algorithm of an Ed25519 key may have NULL as parameters.',
    apply: takeKeyBytesAs(withoutNull),
  },
  'takes-more-elements-in-keys': {
    title: 'The structure of a key may end with a NULL.',
    apply: takeKeyBytesAs(withoutLastElement),
  },
  'reads-compressed-points': {
    title: 'A compressed point is the key of the uncompressed one.',
    apply: takeKeyBytesAs(uncompressed),
  },
  'takes-all-encodings-of-keys': {
    title: 'Everything that decoders of base64 and BER commonly forgive is forgiven.',
    apply: together(
      takeKeyBytesAs(withoutLastElement),
      takeKeyBytesAs(withoutNull),
      takeKeyBytesAs(uncompressed),
      takeKeyBytesAs(fromBer),
      takeKeysAs(withoutSpareBits),
      takeKeysAs(unpadded),
      takeKeysAs(overPadded),
      takeKeysAs(withoutSpaces),
    ),
  },
  'refuses-compressed-points': {
    title: 'The point of a key must be uncompressed.',
    apply: refuseKeys('The point is not uncompressed.', (bytes) => {
      const point = bytes.subarray(4 + (bytes[3] ?? 0) + 3);
      return !bytes.toString('hex').startsWith(ed25519Prefix) && bytes.length > 44 && point[0] !== 4;
    }),
  },
  'refuses-unusual-ed25519-points': {
    title: 'A key of Curve25519 must be a point that is not of low order, in canonical form.',
    apply: refuseKeys(
      'The key is not a point of the curve.',
      (bytes) => bytes.length === 44 && bytes.toString('hex').startsWith(ed25519Prefix) && !isPointOfEd25519(bytes.subarray(12)),
    ),
  },
  'refuses-keys-on-other-curves': {
    title: 'Keys are on Curve25519 or P-256.',
    quote: readings.keySpecOpen,
    apply: refuseToo(generate, 'error-object', 'The curve is not supported.', (_, body) => /P384|SECP256K1/.test(sentKey(body)?.keySpec ?? '')),
  },
});
