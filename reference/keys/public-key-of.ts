import { createPublicKey, type KeyObject } from 'node:crypto';
import { type PublicKey, readPublicKey } from './public-key.ts';

/** The public key of an Ed25519 or P-256 private key. */
export function publicKeyOf(privateKey: KeyObject): PublicKey {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const spec =
    privateKey.asymmetricKeyType === 'ed25519'
      ? 'SIGNING_KEY_SPEC_EC_CURVE25519'
      : 'SIGNING_KEY_SPEC_EC_P256';
  const key = readPublicKey(
    'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
    spki.toString('base64'),
    spec,
  );
  if (typeof key === 'string') throw new Error(`${key} Use an Ed25519 or P-256 private key.`);
  return key;
}
