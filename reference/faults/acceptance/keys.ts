import { isKeyWith, type SentKey, sentKey } from '../../keys/sent-key.ts';
import type { Action } from '../../rows/engine.ts';
import { isOf, isRaw } from '../../rows/generate-topology.ts';
import { accept } from '../../rows/requests.ts';
import { faults, GT } from '../table.ts';

/** Takes what is no X.509 key for one. */
const taking = (takes: (key: SentKey) => unknown): Action =>
  accept('undecodable /publicKey', (_, { input }) => {
    const key = sentKey(input);
    return key?.format === 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO' && takes(key);
  });

/** Reads a key in other text, made from the text that was sent. */
const reading = (read: (text: string) => string | undefined): Action =>
  taking((key) => {
    const text = read(key.keyData);
    return text !== undefined && text !== key.keyData && isKeyWith(key, text);
  });

/** Takes bytes for a key that are none. */
const bytes = (takes: (bytes: Buffer, key: SentKey) => unknown): Action =>
  taking((key) => /^[A-Za-z0-9+/]*={0,2}$/.test(key.keyData) && takes(Buffer.from(key.keyData, 'base64'), key));

/** Takes bytes for a key that they are made into. */
const made = (make: (bytes: Buffer, key: SentKey) => Buffer): Action =>
  bytes((sent, key) => !make(sent, key).equals(sent) && isKeyWith(key, make(sent, key).toString('base64')));

const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');
const beginsAsEd25519 = (sent: Buffer): boolean => sent.subarray(0, ed25519Prefix.length).equals(ed25519Prefix);

/** SubjectPublicKeyInfo of P-256 and P-384 before the octets of the point; the second byte is the length of an uncompressed one. */
const curvePrefixes = [
  { prefix: '06072a8648ce3d020106082a8648ce3d030107', at: 26, coordinates: 64 },
  { prefix: '06072a8648ce3d020106052b81040022', at: 23, coordinates: 96 },
] as const;

/** Takes some octets for a point without asking whether it is on the curve; the rest of the structure must be right. */
const point = (takes: (octets: Buffer, coordinates: number) => unknown): Action =>
  bytes((sent) => {
    const found = curvePrefixes.find(({ prefix }) => sent.toString('hex', 4).startsWith(prefix));
    if (found === undefined || sent[0] !== 0x30 || sent[1] !== sent.length - 2) return false;
    const { at, coordinates } = found;
    const isBitString = sent[at - 3] === 3 && sent[at - 2] === sent.length - at + 1;
    return isBitString && takes(sent.subarray(at), coordinates);
  });

const structure = (sent: Buffer): Buffer => sent.subarray(0, 2 + (sent[1] ?? 0));
const frame = /^-----BEGIN PUBLIC KEY-----\s([\s\S]*)-----END PUBLIC KEY-----\s*$/;

/** Keys that a lenient server accepts although they cannot be decoded (rulings 13 and 31). */
export const undecodableKeys = faults(GT, 'GT-KEY-UNDECODABLE', {
  'ignores-alien-characters-of-key': ['Characters outside base64 are ignored in keyData.', reading((text) => text.replace(/[^A-Za-z0-9+/=]/g, ''))],
  'ignores-text-in-front-of-key': ['Punctuation in front of keyData is ignored.', reading((text) => text.replace(/^[^A-Za-z0-9+/]+/, ''))],
  'ignores-text-behind-padding-of-key': ['Text behind the padding of keyData is ignored.', reading((text) => /^[^=]*=+/.exec(text)?.[0])],
  'ignores-padding-inside-key': ['Padding inside keyData is ignored.', reading((text) => text.replace(/=+(?=[^=])/g, ''))],
  'ignores-punctuation-behind-key': ['Punctuation behind the padding of keyData is ignored.', reading((text) => text.replace(/[^A-Za-z0-9+/=]+$/, ''))],
  'accepts-key-in-base64url': [
    'keyData in base64url is accepted.',
    reading((text) => (/[-_]/.test(text) ? Buffer.from(text, 'base64url').toString('base64') : undefined)),
  ],
  'accepts-percent-encoded-key': ['keyData is percent-decoded.', reading((text) => text.replace(/%(2B|2F|3D)/g, (encoded) => decodeURIComponent(encoded)))],
  'accepts-key-in-hex': [
    'keyData in hexadecimal is accepted.',
    reading((text) => (/^(?:[0-9A-Fa-f]{2})+$/.test(text) ? Buffer.from(text, 'hex').toString('base64') : undefined)),
  ],
  'accepts-key-in-pem': ['keyData in PEM is accepted.', reading((text) => frame.exec(text)?.[1]?.replace(/\s+/g, ''))],
  'accepts-key-encoded-twice': ['keyData that is the base64 of base64 is accepted.', reading((text) => Buffer.from(text, 'base64').toString('latin1'))],
  'accepts-key-in-raw-bytes': [
    'keyData is accepted as characters that stand for bytes.',
    reading((text) => (/[^\0-\xff]/.test(text) ? undefined : Buffer.from(text, 'latin1').toString('base64'))),
  ],
  'ignores-bytes-behind-key': ['Bytes behind the structure of a key are ignored.', made(structure)],
  'ignores-zeros-behind-key': [
    'Zero bytes behind the structure of a key are ignored.',
    made((sent) => (sent.subarray(structure(sent).length).every((byte) => byte === 0) ? structure(sent) : sent)),
  ],
  'checks-beginning-of-key-alone': [
    'Of a key, only the first twelve bytes of its structure are checked, and not its length.',
    bytes((sent) => sent.length !== 44 && beginsAsEd25519(sent)),
  ],
  'checks-length-of-key-alone': [
    'Any 44 bytes that begin like a sequence are accepted as a Curve25519 key.',
    bytes((sent) => sent.length === 44 && sent[0] === 0x30 && sent[1] !== 0x2a),
  ],
  'reads-last-bytes-as-key': ['The last 32 bytes are taken for the key, whatever precedes them.', bytes((sent) => sent.length >= 44 && !beginsAsEd25519(sent))],
  'reads-set-as-sequence': ['The tag of the structure is not checked.', made((sent) => Buffer.concat([Buffer.from([0x30]), sent.subarray(1)]))],
  'ignores-length-of-structure': [
    'The length of the structure is not checked.',
    made((sent) => (sent.length < 128 ? Buffer.concat([sent.subarray(0, 1), Buffer.from([sent.length - 2]), sent.subarray(2)]) : sent)),
  ],
  'accepts-private-key-structure': [
    'A PrivateKeyInfo is accepted as a public key.',
    bytes((sent) => sent[0] === 0x30 && sent.toString('hex', 2, 5) === '020100'),
  ],
  'accepts-point-off-curve': [
    'Of a point, only the length and the first byte are checked.',
    point((octets, coordinates) => octets.length === 1 + coordinates && octets[0] === 4),
  ],
  'accepts-point-off-p-384': [
    'Points are checked on P-256 but not on P-384.',
    point((octets, coordinates) => coordinates === 96 && octets.length === 97 && octets[0] === 4),
    { only: 'key-type' },
  ],
  'accepts-coordinates-above-prime': [
    'Coordinates that are not below the prime are accepted.',
    point((octets, coordinates) => octets[0] === 4 && octets.length === 1 + coordinates && octets.subarray(1, 5).every((byte) => byte === 255)),
  ],
  'accepts-zero-point': [
    'A point whose coordinates are zero is accepted.',
    point((octets, coordinates) => octets.length === 1 + coordinates && octets.subarray(1).every((byte) => byte === 0)),
  ],
  'accepts-compressed-point-off-curve': [
    'Of a compressed point, only the length and the first byte are checked.',
    point((octets, coordinates) => octets.length === 1 + coordinates / 2 && (octets[0] === 2 || octets[0] === 3)),
  ],
  'accepts-point-at-infinity': ['The point at infinity is accepted.', point((octets) => octets.length === 1 && octets[0] === 0)],
  'accepts-empty-point': ['A key without a point is accepted.', point((octets) => octets.length === 0)],
  'accepts-key-of-no-bytes': ['keyData of blanks or padding alone is accepted.', taking(({ keyData }) => /^[\s=]+$/.test(keyData))],
  'ignores-bytes-behind-p-256-key': [
    'Bytes behind the structure of a P-256 key are ignored.',
    made((sent, { keySpec }) => (keySpec.endsWith('P256') ? structure(sent) : sent)),
    { only: 'key-type' },
  ],
});

const keyData = (which: (text: string) => boolean): Action => accept('undecodable /publicKey', (_, { input }) => which(input.publicKey.keyData));
const isInAlphabet = (text: string): boolean => /^[A-Za-z0-9+/=]*$/.test(text);

/** The same for keys in any format. */
export const wrongKeys = faults(GT, 'GT-KEY-UNDECODABLE', {
  'accepts-key-that-is-no-base64': ['keyData that no encoding decodes is accepted.', keyData((text) => !isInAlphabet(text))],
  'accepts-any-key-of-secp256k1': [
    'keyData of a secp256k1 key is not decoded.',
    accept('undecodable /publicKey', (_, { input }) => isOf('SECP256K1')(input)),
    { only: 'key-type' },
  ],
  'accepts-cut-key': [
    'A public key of fewer bytes than its format has is accepted.',
    keyData((text) => isInAlphabet(text) && Buffer.from(text, 'base64').length < 44),
  ],
  'accepts-random-bytes-as-key': [
    'Any 44 bytes are accepted as a Curve25519 SubjectPublicKeyInfo.',
    keyData((text) => Buffer.from(text, 'base64').length === 44 && Buffer.from(text, 'base64')[0] !== 0x30),
  ],
  'accepts-raw-key-of-padding': [
    'Padding alone is accepted as the data of a raw key.',
    accept('undecodable /publicKey', (_, { input }) => isRaw(input) && /^=+$/.test(input.publicKey.keyData)),
    { only: 'key-type' },
  ],
});
