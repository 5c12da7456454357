import { createPublicKey } from 'node:crypto';

/** keyData read as an X.509 SubjectPublicKeyInfo, the only format that the document names. */
export interface RecordedKey {
  /** Whether it is a key in any text encoding; the document does not say which encoding to use. */
  readonly isDecodable: boolean;
  /** Whether it is the padded base64 of exactly one Ed25519 key, which any target can read. */
  readonly isPlainEd25519: boolean;
  readonly isEd25519: boolean;
}

/** Reads keyData in base64 and base64url, padded or not, in hexadecimal, and as PEM. */
export function readKey(keyData: string): RecordedKey {
  const keys = readings(keyData).flatMap((bytes) => keyOf(bytes) ?? []);
  const isEd25519 = keys.some(({ type }) => type === 'ed25519');
  const isPlain = keys.some(({ der }) => der.toString('base64') === keyData);
  return { isDecodable: keys.length > 0, isEd25519, isPlainEd25519: isEd25519 && isPlain };
}

function readings(keyData: string): Buffer[] {
  const text = keyData.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
  const isHex = /^([0-9A-Fa-f]{2})+$/.test(text);
  const isBase64 = /^[A-Za-z0-9+/_-]+=*$/.test(text);
  return [...(isHex ? [Buffer.from(text, 'hex')] : []), ...(isBase64 ? [Buffer.from(text, 'base64')] : [])];
}

/** The key and its own encoding. A P-256 point at infinity can be parsed, but not encoded: it is not a key. */
function keyOf(bytes: Buffer): { readonly type: string | undefined; readonly der: Buffer } | undefined {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    return { type: key.asymmetricKeyType, der: key.export({ format: 'der', type: 'spki' }) };
  } catch {
    return undefined;
  }
}
