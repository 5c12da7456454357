import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { bytesFrom, type SeedPart } from './seeding.ts';

/**
 * The length of a secret in bytes, what precedes it in PKCS #8 (RFC 5208, RFC 8410) and what precedes the public key in X.509
 * (RFC 5480, RFC 8410), and the name of the curve for ECDH.
 */
const encodings = {
  SIGNING_KEY_SPEC_EC_CURVE25519: {
    bytes: 32,
    spki: '302a300506032b6570032100',
    pkcs8: '302e020100300506032b657004220420',
  },
  SIGNING_KEY_SPEC_EC_P256: {
    bytes: 32,
    spki: '3059301306072a8648ce3d020106082a8648ce3d030107034200',
    pkcs8: '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420',
    curve: 'prime256v1',
  },
  SIGNING_KEY_SPEC_EC_P384: {
    bytes: 48,
    spki: '3076301006072a8648ce3d020106052b81040022036200',
    pkcs8: '304e020100301006072a8648ce3d020106052b81040022043730350201010430',
    curve: 'secp384r1',
  },
  SIGNING_KEY_SPEC_EC_SECP256K1: {
    bytes: 32,
    spki: '3056301006072a8648ce3d020106052b8104000a034200',
    pkcs8: '303e020100301006072a8648ce3d020106052b8104000a042730250201010420',
    curve: 'secp256k1',
  },
};

export type KeySpec = keyof typeof encodings;

export const keySpecs = Object.keys(encodings) as KeySpec[];

/** The format of the document's examples. */
export const spkiFormat = 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO';

/** What precedes the bytes of a public key in a SubjectPublicKeyInfo; what follows has the length that its second byte says. */
export function spkiPrefix(keySpec: KeySpec): Buffer {
  return Buffer.from(encodings[keySpec].spki, 'hex');
}

/** A placeholder key pair of a party; `keyData` is the base64 of `spki`, an X.509 SubjectPublicKeyInfo. */
export type SigningKey = {
  format: typeof spkiFormat;
  keySpec: KeySpec;
  keyData: string;
  spki: Buffer;
  /** Made when it is first read: most keys are only sent. */
  readonly privateKey: KeyObject;
};

/** The key pair of a secret: the 32-byte seed of an Ed25519 key, or the private scalar on the other curves. */
export function keyFromSecret(keySpec: KeySpec, secret: Buffer): SigningKey {
  const encoding = encodings[keySpec];
  if (secret.length !== encoding.bytes) {
    throw new Error(`A secret of ${keySpec} has ${encoding.bytes} bytes; this one has ${secret.length}.`);
  }
  const { publicBytes, privateKey } =
    'curve' in encoding ? ecKey(encoding, secret) : ed25519Key(secret, encoding.pkcs8);
  const spki = Buffer.concat([spkiPrefix(keySpec), publicBytes]);
  return {
    format: spkiFormat,
    keySpec,
    keyData: spki.toString('base64'),
    spki,
    get privateKey() {
      return privateKey();
    },
  };
}

function ed25519Key(secret: Buffer, pkcs8: string) {
  const privateKey = keyOfPkcs8(secret, pkcs8);
  // Exporting a JWK takes a microsecond, and exporting the public key in X.509 sixty.
  const { x = '' } = privateKey.export({ format: 'jwk' });
  return { publicBytes: Buffer.from(x, 'base64url'), privateKey: () => privateKey };
}

/** The point by ECDH: a key object of PKCS #8 computes the same in three to fifteen times the time. */
function ecKey({ curve, pkcs8 }: { curve: string; pkcs8: string }, secret: Buffer) {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(secret);
  let made: KeyObject | undefined;
  const privateKey = (): KeyObject => {
    made ??= keyOfPkcs8(secret, pkcs8);
    return made;
  };
  return { publicBytes: ecdh.getPublicKey(), privateKey };
}

function keyOfPkcs8(secret: Buffer, before: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([Buffer.from(before, 'hex'), secret]),
    format: 'der',
    type: 'pkcs8',
  });
}

// Deriving a public key takes up to half a millisecond; the limit keeps the memory of a long run constant.
const remembered = new Map<string, SigningKey>();
const rememberedAtMost = 2048;

/** The key pair derived from the parts; cached, because the cases of a run use the same ones repeatedly. */
export function signingKey(keySpec: KeySpec, ...parts: SeedPart[]): SigningKey {
  const name = JSON.stringify([keySpec, ...parts]);
  const known = remembered.get(name);
  if (known) return known;
  const secret = bytesFrom(['signing-key', keySpec, ...parts], encodings[keySpec].bytes);
  // Below the order of each curve, whatever the other bits are.
  secret[0] = (secret[0] ?? 0) & 0x7f;
  const key = keyFromSecret(keySpec, secret);
  const [oldest] = remembered.keys();
  if (remembered.size >= rememberedAtMost && oldest !== undefined) remembered.delete(oldest);
  remembered.set(name, key);
  return key;
}
