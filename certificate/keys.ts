import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { readText } from '../settings/read-file.ts';
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
export async function readPrivateKey(path: string): Promise<NamedKey> {
  return named(path, parsed(path, createPrivateKey));
}

/**
 * Reads a public key for verifying.
 * @throws UsageError if it cannot be read, is another kind of key, or is a private key
 */
export async function readPublicKey(path: string): Promise<NamedKey> {
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

/** The digest to sign with: none for Ed25519, SHA-256 for ECDSA. */
export function digestOf(key: KeyObject): 'sha256' | null {
  return key.asymmetricKeyType === 'ec' ? 'sha256' : null;
}

/** The id of a key that was not read from a file. */
export async function keyId(key: KeyObject): Promise<string> {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return calculateJwkThumbprint(half.export({ format: 'jwk' }), 'sha256');
}

type Make = (source: { key: string; format: 'pem' } | { key: object; format: 'jwk' }) => KeyObject;

function parsed(
  path: string,
  make: typeof createPrivateKey | typeof createPublicKey,
  advice = expected,
): KeyObject {
  const text = readText(path, `The key file ${path} cannot be read. ${advice}`);
  const isJwk = text.trimStart().startsWith('{');
  const isPrivate = isJwk ? /"d"\s*:/.test(text) : text.includes('PRIVATE KEY-----');
  if (make === createPublicKey && isPrivate) {
    throw new UsageError([
      `${path} is a private key. Give the public key, such as ${path}.pub; only its owner should have the private one.`,
    ]);
  }
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
    (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  } catch {
    return undefined;
  }
  return key.asymmetricKeyDetails?.namedCurve;
}

async function named(path: string, key: KeyObject): Promise<NamedKey> {
  const fits = key.asymmetricKeyType === 'ed25519' || curveOf(key) === 'prime256v1';
  if (!fits) throw new UsageError([`${path} has a key of another kind. ${expected}`]);
  return { id: await keyId(key), key };
}
