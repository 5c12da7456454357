import { createECDH, createHash, createPrivateKey, type KeyObject } from 'node:crypto';

/** 32 bytes that depend only on the seed and the label. */
export function seededBytes(seed: string, label: string): Buffer {
  return createHash('sha256').update(`${seed}/${label}`).digest();
}

const ed25519Pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 private key; the same for the same seed and label. */
export function seededEd25519(seed: string, label: string): KeyObject {
  const key = Buffer.concat([ed25519Pkcs8Prefix, seededBytes(seed, label)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/** A P-256 private key; the same for the same seed and label. */
export function seededP256(seed: string, label: string): KeyObject {
  const scalar = seededBytes(seed, label);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const key = {
    kty: 'EC',
    crv: 'P-256',
    d: scalar.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return createPrivateKey({ key, format: 'jwk' });
}
