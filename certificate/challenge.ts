import { createPublicKey, hash, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto';
import { BundleRefused } from './bundle-refused.ts';
import challengeSchema from './challenge.schema.json' with { type: 'json' };
import { checkSchema } from './check-schema.ts';
import { type Envelope, envelopeOf, payloadOf, payloadTypes, signersOf, signPayload } from './dsse.ts';
import type { NamedKey } from './keys.ts';
import { parseStrictly } from './parse-strictly.ts';

/** Who made the tested product, declared by the vendor and signed with the rest. */
export interface Implementation {
  readonly organization: string;
  readonly product: string;
  readonly version: string;
}

/** The payload of a challenge. Times are ISO 8601. */
export interface Challenge {
  readonly schemaVersion: 1;
  /** Random. That of the run is made from the whole payload, so that it depends on everything here. */
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
  /** The certifier's public key: it proves who signed; whether to trust that key is up to the verifier. */
  readonly key: JsonWebKey;
  /** What may be certified with it; absent members may be any. */
  readonly implementation?: Partial<Implementation>;
}

/** A challenge whose signature was verified by the key that it contains. */
export interface OpenedChallenge {
  readonly challenge: Challenge;
  /** The id of the key that signed it. */
  readonly issuer: string;
  /** The SHA-256 of its payload, in hex. */
  readonly sha256: string;
  /** The nonce of a run that answers it. */
  readonly runNonce: string;
}

/** What a certifier decides about a challenge. */
export interface Issue {
  readonly key: NamedKey;
  readonly now: Date;
  readonly validMs: number;
  readonly implementation: Partial<Implementation>;
}

/** A new challenge, signed by the certifier. */
export function issueChallenge({ key, now, validMs, implementation }: Issue): Envelope {
  const challenge: Challenge = {
    schemaVersion: 1,
    nonce: randomBytes(32).toString('hex'),
    issuedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + validMs).toISOString(),
    key: jwkOf(key.key),
    ...(Object.keys(implementation).length === 0 ? {} : { implementation }),
  };
  return signPayload(payloadTypes.challenge, payloadOf(challenge), [key]);
}

/** The members of a public key that its thumbprint is made of, in their order (RFC 7638 §3.2). */
function jwkOf(key: KeyObject): JsonWebKey {
  const { crv, kty, x, y } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return { crv, kty, x, y } as JsonWebKey;
}

/**
 * Reads a challenge, and verifies that it was signed by the key in it and no other.
 * @throws BundleRefused if it is malformed, or is not what that key signed
 */
export function openChallenge(name: string, bytes: Buffer): OpenedChallenge {
  const envelope = envelopeOf(name, bytes, payloadTypes.challenge);
  const body = Buffer.from(envelope.payload, 'base64');
  const value = parseStrictly('schema', name, body);
  checkSchema(challengeSchema, name, value);
  const challenge = value as Challenge;
  if (!payloadOf(challenge).equals(body))
    throw new BundleRefused(
      'schema',
      `${name} is not written as the suite writes it: it has a member twice, or blanks, or text in another form.`,
    );
  const key = keyIn(name, challenge);
  const { signers, others } = signersOf(name, envelope, [key]);
  if (signers.length !== 1 || others.length > 0)
    throw new BundleRefused(
      'signature',
      `${name} names the key ${key.id} but is signed by ${[...signers, ...others].join(', ')}. Ask the certifier for another challenge.`,
    );
  checkTimesOf(name, challenge);
  const sha256 = hash('sha256', body, 'hex');
  return { challenge, issuer: key.id, sha256, runNonce: sha256.slice(0, 32) };
}

function keyIn(name: string, { key: jwk }: Challenge): NamedKey {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return { id: hash('sha256', JSON.stringify(jwkOf(key)), 'base64url'), key };
  } catch {
    throw new BundleRefused('schema', `${name} contains a key that is not one of its curve.`);
  }
}

function checkTimesOf(name: string, { issuedAt, expiresAt }: Challenge): void {
  const [from, until] = [Date.parse(issuedAt), Date.parse(expiresAt)];
  const isWritten = [issuedAt, expiresAt].every(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text,
  );
  if (!isWritten || until <= from)
    throw new BundleRefused(
      'schema',
      `${name} is valid from ${issuedAt} to ${expiresAt}, which is no span of time.`,
    );
}
