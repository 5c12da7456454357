import { sign, verify } from 'node:crypto';
import { dsse } from '@sigstore/core';
import { isObject } from '../json/read-json.ts';
import type { NamedKey } from './keys.ts';
import { refuse } from './refusal.ts';
import { checkSchema, parseStrictly, parseWritten, requireWritten } from './strict-json.ts';

/** A payload with its signatures: Dead Simple Signing Envelope (DSSE) v1.0. Payload and signatures are base64. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/**
 * The types of signed documents: in-toto statements, and what a certifier or a signer says besides. The type is signed with
 * the payload, so none of them can be presented as another.
 */
export const payloadTypes = {
  statement: 'application/vnd.in-toto+json',
  challenge: 'application/vnd.ledger-conformance.challenge+json',
  statusList: 'application/vnd.ledger-conformance.status-list+json',
} as const;

type PayloadType = (typeof payloadTypes)[keyof typeof payloadTypes];

/** A signed document as it was read; nothing in its payload is verified or parsed yet. */
interface SignedDocument {
  readonly name: string;
  readonly envelope: Envelope;
  readonly payload: Buffer;
}

/** Ids of the keys that signed a document. */
export interface Signatures {
  /** Of the keys given, those whose signatures were verified. */
  readonly signers: readonly string[];
  /** The other keys; their signatures are not verified. */
  readonly others: readonly string[];
}

/** The payload of a value; equal values have equal payloads. */
export function payloadOf(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** A payload in an envelope, signed by each key. */
export function signPayload(payloadType: PayloadType, payload: Buffer, keys: readonly NamedKey[]): Envelope {
  const unsigned = { payloadType, payload: payload.toString('base64'), signatures: [] };
  return keys.reduce(counterSigned, unsigned);
}

/** Adds a signature to an envelope, replacing an earlier one by the same key. */
export function counterSigned(envelope: Envelope, { id, key }: NamedKey): Envelope {
  const sig = sign(digestFor(key), signedBytes(envelope), key).toString('base64');
  const others = envelope.signatures.filter(({ keyid }) => keyid !== id);
  return { ...envelope, signatures: [...others, { keyid: id, sig }] };
}

/** The pre-authentication encoding (DSSE, "Signature Definition"), which is what is signed. */
function signedBytes({ payloadType, payload }: Envelope): Buffer {
  return dsse.preAuthEncoding(payloadType, Buffer.from(payload, 'base64'));
}

/** The digest to sign with: none for Ed25519, SHA-256 for ECDSA. */
function digestFor(key: NamedKey['key']): 'sha256' | null {
  return key.asymmetricKeyType === 'ec' ? 'sha256' : null;
}

/**
 * Reads a signed document.
 * @throws BundleRefused if it is not a valid envelope of this type
 */
export function readDocument(payloadType: PayloadType, name: string, bytes: Buffer): SignedDocument {
  const envelope = envelopeOf(name, bytes, payloadType);
  return { name, envelope, payload: Buffer.from(envelope.payload, 'base64') };
}

/**
 * Which of these keys signed a document.
 * @throws BundleRefused if a signature by one of them is invalid
 */
export function signaturesOf({ name, envelope }: SignedDocument, keys: readonly NamedKey[]): Signatures {
  const signed = signedBytes(envelope);
  const signers: string[] = [];
  const others: string[] = [];
  for (const { keyid, sig } of envelope.signatures) {
    const known = keys.find(({ id }) => id === keyid)?.key;
    if (known === undefined) others.push(keyid);
    else if (verify(digestFor(known), signed, known, Buffer.from(sig, 'base64'))) signers.push(keyid);
    else refuse('signature', `${name} is not what the key ${keyid} signed.`);
  }
  return { signers, others };
}

/**
 * The content of a document.
 * @throws BundleRefused if it is not of its schema, or not written as the suite writes it
 */
export function contentOf<Content extends object>(
  { name, payload }: SignedDocument,
  schema: object,
): Content {
  const value = parseStrictly('schema', name, payload);
  checkSchema(schema, name, value);
  requireWritten('schema', name, payload, payloadOf(value as Content));
  return value as Content;
}

/**
 * Parses an envelope strictly.
 * @throws BundleRefused if it is not a valid envelope of this type
 */
export function envelopeOf(
  name: string,
  bytes: Buffer,
  expected: PayloadType = payloadTypes.statement,
): Envelope {
  const wrong = (what: string): never => refuse('signature', `${name} is not a DSSE envelope: ${what}.`);
  const value = parseWritten('signature', name, bytes);
  if (!isObject(value)) return wrong('it is not an object');
  const { payloadType, payload, signatures, ...more } = value;
  if (Object.keys(more).length > 0) return wrong('it has members that an envelope does not have');
  if (payloadType !== expected) return wrong(`its payload type is not ${expected}`);
  if (typeof payload !== 'string' || !isBase64(payload)) return wrong('its payload is not base64');
  if (!Array.isArray(signatures) || signatures.length === 0) return wrong('it has no signatures');
  const list = signatures.map((each: unknown) => {
    if (!isObject(each)) return wrong('a signature is not an object');
    const { keyid, sig, ...rest } = each;
    if (typeof keyid !== 'string' || Object.keys(rest).length > 0)
      return wrong('a signature must have exactly a keyid and a sig');
    // No signature covers the id, so it must not contain anything else.
    if (!thumbprint.test(keyid)) return wrong('the id of a key is not the thumbprint of one');
    if (typeof sig !== 'string' || !isBase64(sig)) return wrong('a signature is not base64');
    return { keyid, sig };
  });
  if (new Set(list.map(({ keyid }) => keyid)).size < list.length) return wrong('a key signed twice');
  return { payloadType: expected, payload, signatures: list };
}

/** SHA-256 in base64url (RFC 7638). */
const thumbprint = /^[\w-]{43}$/;

/** Accepts canonical base64 only (RFC 4648 §4), or an envelope could be changed and stay valid. */
function isBase64(text: string): boolean {
  return text !== '' && Buffer.from(text, 'base64').toString('base64') === text;
}
