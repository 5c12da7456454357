import { createPrivateKey, createPublicKey, hash, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readBytes } from '../settings/read-file.ts';
import { UsageError } from '../settings/usage-error.ts';

/** A key and its id: the JWK thumbprint of its public half (RFC 7638, SHA-256, base64url). */
export interface NamedKey {
  readonly id: string;
  readonly key: KeyObject;
}

const expected = 'Give an Ed25519 or P-256 key as PEM or JWK; `ledger-conformance keygen` makes one.';

/**
 * Reads a private key for signing.
 * @throws UsageError if it cannot be read or is another kind of key
 */
export function readPrivateKey(path: string): NamedKey {
  return named(path, parsed(path, createPrivateKey));
}

/**
 * Reads a public key for verifying.
 * @throws UsageError if it cannot be read, is another kind of key, or is a private key
 */
export function readPublicKey(path: string): NamedKey {
  return named(path, parsed(path, createPublicKey));
}

/**
 * Reads the public key of a transparency log. Logs also have keys of other kinds.
 * @throws UsageError if it cannot be read, or is a private key
 */
export function readLogKey(path: string): KeyObject {
  return parsed(
    path,
    createPublicKey,
    'Give the public key of the log as PEM or JWK, as its operator publishes it.',
  );
}

/** The public half of an Ed25519 or P-256 key. */
export function publicHalf(key: KeyObject): KeyObject {
  return key.type === 'private' ? createPublicKey(key) : key;
}

/** The members of a public key that its thumbprint is made of, in their order (RFC 7638 §3.2). */
export function publicJwk(key: KeyObject): JsonWebKey {
  const { crv, kty, x, y } = publicHalf(key).export({ format: 'jwk' });
  return { crv, kty, x, y } as JsonWebKey;
}

/** The id of a key that was not read from a file. */
export function keyId(key: KeyObject): string {
  return hash('sha256', JSON.stringify(publicJwk(key)), 'base64url');
}

type Make = (source: { key: string; format: 'pem' } | { key: object; format: 'jwk' }) => KeyObject;

function parsed(
  path: string,
  make: typeof createPrivateKey | typeof createPublicKey,
  advice = expected,
): KeyObject {
  const text = readBytes(path, `The key file ${path} cannot be read. ${advice}`).toString();
  const isJwk = text.trimStart().startsWith('{');
  const isPrivate = isJwk ? /"d"\s*:/.test(text) : text.includes('PRIVATE KEY-----');
  if (make === createPublicKey && isPrivate) {
    throw new UsageError([
      `${path} is a private key. Give the public key, such as ${path}.pub; only its owner should have the private one.`,
    ]);
  }
  // Only the first would be used.
  if ((text.match(/-----BEGIN [A-Z ]*KEY-----/g) ?? []).length > 1)
    throw new UsageError([`${path} has several keys. Give a file with one.`]);
  try {
    return (make as Make)(
      isJwk ? { key: JSON.parse(text) as object, format: 'jwk' } : { key: text, format: 'pem' },
    );
  } catch {
    // The library's message can quote the file, and a key must never be shown.
    throw new UsageError([`${path} has no usable key. ${advice}`]);
  }
}

/** The curve of an EC key. Reading the details of a key at the point at infinity aborts the process; exporting it throws. */
function curveOf(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType !== 'ec') return undefined;
  try {
    publicHalf(key).export({ type: 'spki', format: 'der' });
  } catch {
    return undefined;
  }
  return key.asymmetricKeyDetails?.namedCurve;
}

function named(path: string, key: KeyObject): NamedKey {
  const fits = key.asymmetricKeyType === 'ed25519' || curveOf(key) === 'prime256v1';
  if (!fits) throw new UsageError([`${path} has a key of another kind. ${expected}`]);
  return { id: keyId(key), key };
}
