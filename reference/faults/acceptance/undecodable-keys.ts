import { isKeyWith, type SentKey, sentKey } from '../../keys/sent-key.ts';
import { type LenientRow, lenient, lenientRules } from './lenient-rule.ts';

/** Whether keyData that is not a key is taken for one. */
type TakesKey = (key: SentKey) => boolean;

type Row = readonly [title: string, takes: TakesKey];

/** A server that reads a key in other text, made from the text that was sent. */
function reading(title: string, read: (text: string) => string | undefined): Row {
  return [
    title,
    (key) => {
      const text = read(key.keyData);
      return text !== undefined && text !== key.keyData && isKeyWith(key, text);
    },
  ];
}

/** A server that accepts bytes which are no key. */
function accepting(title: string, takes: (bytes: Buffer, key: SentKey) => boolean): Row {
  return [
    title,
    (key) => /^[A-Za-z0-9+/]*={0,2}$/.test(key.keyData) && takes(Buffer.from(key.keyData, 'base64'), key),
  ];
}

const ed25519Prefix = '302a300506032b6570032100';

/** SubjectPublicKeyInfo of P-256 and P-384 before the octets of the point; the second byte is the length of an uncompressed one. */
const curvePrefixes = [
  { prefix: '06072a8648ce3d020106082a8648ce3d030107', point: 26, coordinates: 64 },
  { prefix: '06072a8648ce3d020106052b81040022', point: 23, coordinates: 96 },
] as const;

/** The octets of the point if the structure is right, whatever they are. */
function pointOf(bytes: Buffer): { readonly octets: Buffer; readonly coordinates: number } | undefined {
  const found = curvePrefixes.find(({ prefix }) => bytes.toString('hex', 4).startsWith(prefix));
  if (found === undefined || bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) return undefined;
  const { point, coordinates } = found;
  const isBitString = bytes[point - 3] === 3 && bytes[point - 2] === bytes.length - point + 1;
  return isBitString ? { octets: bytes.subarray(point), coordinates } : undefined;
}

/** A server that accepts some octets as a point without asking whether it is on the curve. */
function acceptingPoint(title: string, takes: (octets: Buffer, coordinates: number) => boolean): Row {
  return accepting(title, (bytes) => {
    const point = pointOf(bytes);
    return point !== undefined && takes(point.octets, point.coordinates);
  });
}

function withoutFrame(text: string): string | undefined {
  return /^-----BEGIN PUBLIC KEY-----\s([\s\S]*)-----END PUBLIC KEY-----\s*$/.exec(text)?.[1];
}

const rows: Readonly<Record<string, Row>> = {
  'ignores-alien-characters-of-key': reading(
    'Characters of keyData outside the alphabet of base64 are ignored.',
    (text) => text.replace(/[^A-Za-z0-9+/=]/g, ''),
  ),
  'ignores-text-in-front-of-key': reading('Punctuation in front of keyData is ignored.', (text) =>
    text.replace(/^[^A-Za-z0-9+/]+/, ''),
  ),
  'ignores-text-behind-padding-of-key': reading(
    'Text behind the padding of keyData is ignored.',
    (text) => /^[^=]*=+/.exec(text)?.[0],
  ),
  'ignores-punctuation-behind-key': reading('Punctuation behind the padding of keyData is ignored.', (text) =>
    text.replace(/[^A-Za-z0-9+/=]+$/, ''),
  ),
  'accepts-key-in-base64url': reading('keyData in base64url is accepted.', (text) =>
    /[-_]/.test(text) ? Buffer.from(text, 'base64url').toString('base64') : undefined,
  ),
  'accepts-percent-encoded-key': reading('keyData is percent-decoded.', (text) =>
    text.replace(/%(2B|2F|3D)/g, (encoded) => decodeURIComponent(encoded)),
  ),
  'accepts-key-in-hex': reading('keyData in hexadecimal is accepted.', (text) =>
    /^(?:[0-9A-Fa-f]{2})+$/.test(text) ? Buffer.from(text, 'hex').toString('base64') : undefined,
  ),
  'accepts-key-in-pem': reading('keyData in PEM is accepted.', (text) =>
    withoutFrame(text)?.replace(/\s+/g, ''),
  ),
  'accepts-key-encoded-twice': reading('keyData that is the base64 of base64 is accepted.', (text) =>
    Buffer.from(text, 'base64').toString('latin1'),
  ),
  'accepts-key-in-raw-bytes': reading('keyData is accepted as characters that stand for bytes.', (text) =>
    /[^\0-\xff]/.test(text) ? undefined : Buffer.from(text, 'latin1').toString('base64'),
  ),
  'ignores-bytes-behind-key': accepting('Bytes behind the structure of a key are ignored.', (bytes, key) => {
    const length = 2 + (bytes[1] ?? 0);
    return length < bytes.length && isKeyWith(key, bytes.subarray(0, length).toString('base64'));
  }),
  'ignores-zeros-behind-key': accepting(
    'Zero bytes behind the structure of a key are ignored.',
    (bytes, key) => {
      const length = 2 + (bytes[1] ?? 0);
      const isZero = length < bytes.length && bytes.subarray(length).every((byte) => byte === 0);
      return isZero && isKeyWith(key, bytes.subarray(0, length).toString('base64'));
    },
  ),
  'checks-beginning-of-key-alone': accepting(
    'Of a key, only the first twelve bytes of its structure are checked, and not its length.',
    (bytes) => bytes.length !== 44 && bytes.toString('hex').startsWith(ed25519Prefix),
  ),
  'checks-length-of-key-alone': accepting(
    'Any 44 bytes that begin like a sequence are accepted as a Curve25519 key.',
    (bytes) => bytes.length === 44 && bytes[0] === 0x30 && bytes[1] !== 0x2a,
  ),
  'reads-last-bytes-as-key': accepting(
    'The last 32 bytes are taken for the key, whatever precedes them.',
    (bytes) => bytes.length >= 44 && !bytes.toString('hex').startsWith(ed25519Prefix),
  ),
  'reads-set-as-sequence': accepting('The tag of the structure is not checked.', (bytes, key) => {
    const copy = Buffer.concat([Buffer.from([0x30]), bytes.subarray(1)]);
    return bytes[0] !== 0x30 && isKeyWith(key, copy.toString('base64'));
  }),
  'ignores-length-of-structure': accepting('The length of the structure is not checked.', (bytes, key) => {
    const copy = Buffer.concat([bytes.subarray(0, 1), Buffer.from([bytes.length - 2]), bytes.subarray(2)]);
    return bytes.length < 128 && !copy.equals(bytes) && isKeyWith(key, copy.toString('base64'));
  }),
  'accepts-private-key-structure': accepting(
    'A PrivateKeyInfo is accepted as a public key.',
    (bytes) => bytes[0] === 0x30 && bytes.toString('hex', 2, 5) === '020100',
  ),
  'accepts-point-off-curve': acceptingPoint(
    'Of a point, only the length and the first byte are checked.',
    (octets, coordinates) => octets.length === 1 + coordinates && octets[0] === 4,
  ),
  'accepts-point-off-p-384': acceptingPoint(
    'Points are checked on P-256 but not on P-384.',
    (octets, coordinates) => coordinates === 96 && octets.length === 97 && octets[0] === 4,
  ),
  'accepts-coordinates-above-prime': acceptingPoint(
    'Coordinates that are not below the prime are accepted.',
    (octets, coordinates) =>
      octets[0] === 4 &&
      octets.length === 1 + coordinates &&
      octets.subarray(1, 5).every((byte) => byte === 255),
  ),
  'accepts-zero-point': acceptingPoint(
    'A point whose coordinates are zero is accepted.',
    (octets, coordinates) =>
      octets.length === 1 + coordinates && octets.subarray(1).every((byte) => byte === 0),
  ),
  'accepts-compressed-point-off-curve': acceptingPoint(
    'Of a compressed point, only the length and the first byte are checked.',
    (octets, coordinates) => octets.length === 1 + coordinates / 2 && (octets[0] === 2 || octets[0] === 3),
  ),
  'accepts-point-at-infinity': acceptingPoint(
    'The point at infinity is accepted.',
    (octets) => octets.length === 1 && octets[0] === 0,
  ),
  'accepts-empty-point': acceptingPoint(
    'A key without a point is accepted.',
    (octets) => octets.length === 0,
  ),
};

const lenientRows: readonly LenientRow[] = lenient(
  ['GT-KEY-UNDECODABLE'],
  'undecodable /publicKey',
  Object.fromEntries(
    Object.entries(rows).map(([id, [title, takes]]) => [
      id,
      [
        title,
        (_value, _pointer, { input }) => {
          const key = sentKey(input);
          return key?.format === 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO' && takes(key);
        },
      ],
    ]),
  ),
);

/** Keys that a lenient server accepts although they cannot be decoded (ruling 31). */
export const undecodableKeyFaults = lenientRules('generate-topology', lenientRows);
