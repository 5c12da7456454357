import { sign, verify } from 'node:crypto';
import { dsse } from '@sigstore/core';
import { isObject } from '../json/read-json.ts';
import { BundleRefused } from './bundle-refused.ts';
import { digestOf, type NamedKey } from './keys.ts';
import { parseStrictly, parseWritten } from './parse-strictly.ts';

/** A signed payload: Dead Simple Signing Envelope (DSSE) v1.0. Payload and signatures are base64. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/**
 * What envelopes are about: in-toto statements, and what a certifier or a signer says besides. The type is signed with the
 * payload, so none of them can be presented as another.
 */
export const payloadTypes = {
  statement: 'application/vnd.in-toto+json',
  challenge: 'application/vnd.ledger-conformance.challenge+json',
  statusList: 'application/vnd.ledger-conformance.status-list+json',
} as const;

export type PayloadType = (typeof payloadTypes)[keyof typeof payloadTypes];

/** The payload of a statement; equal statements have equal payloads. */
export function payloadOf(statement: object): Buffer {
  return Buffer.from(JSON.stringify(statement));
}

/** An in-toto statement in an envelope, signed by each key. */
export function signStatement(payload: Buffer, keys: readonly NamedKey[]): Envelope {
  return signPayload(payloadTypes.statement, payload, keys);
}

/** A payload of a type in an envelope, signed by each key. */
export function signPayload(payloadType: PayloadType, payload: Buffer, keys: readonly NamedKey[]): Envelope {
  return {
    payloadType,
    payload: payload.toString('base64'),
    signatures: keys.map((key) => signatureOf(payloadType, payload, key)),
  };
}

/** Adds a signature to an envelope, replacing an earlier one by the same key. */
export function counterSigned(envelope: Envelope, key: NamedKey): Envelope {
  const others = envelope.signatures.filter(({ keyid }) => keyid !== key.id);
  return {
    ...envelope,
    signatures: [...others, signatureOf(envelope.payloadType, Buffer.from(envelope.payload, 'base64'), key)],
  };
}

function signatureOf(
  payloadType: string,
  body: Buffer,
  { id, key }: NamedKey,
): Envelope['signatures'][number] {
  const sig = sign(digestOf(key), dsse.preAuthEncoding(payloadType, body), key);
  return { keyid: id, sig: sig.toString('base64') };
}

/** The payload of an envelope and which of the trusted keys signed it. */
export interface Opened {
  readonly payload: Buffer;
  readonly statement: unknown;
  readonly signers: readonly string[];
  /** Ids of other keys that signed; their signatures are not verified. */
  readonly others: readonly string[];
}

/**
 * Opens an envelope. The payload is parsed only after the signature of a trusted key has been verified.
 * @throws BundleRefused if it is not a valid envelope, or no trusted key signed it
 */
export function openEnvelope(name: string, bytes: Buffer, trusted: readonly NamedKey[]): Opened {
  const envelope = envelopeOf(name, bytes);
  const { body, signers, others } = signersOf(name, envelope, trusted);
  if (signers.length === 0) {
    throw new BundleRefused(
      'signature',
      `No trusted key (--key) signed ${name}. Its signatures name ${others.join(', ')}, and were not verified.`,
    );
  }
  return { payload: body, statement: parseStrictly('signature', name, body), signers, others };
}

/**
 * The payload of an envelope, not parsed, and which of these keys signed it.
 * @throws BundleRefused if a signature by one of them is invalid
 */
export function signersOf(
  name: string,
  envelope: Envelope,
  keys: readonly NamedKey[],
): Pick<Opened, 'signers' | 'others'> & { readonly body: Buffer } {
  const body = Buffer.from(envelope.payload, 'base64');
  const signed = dsse.preAuthEncoding(envelope.payloadType, body);
  const signers: string[] = [];
  const others: string[] = [];
  for (const { keyid, sig } of envelope.signatures) {
    const known = keys.find(({ id }) => id === keyid);
    if (known === undefined) others.push(keyid);
    else if (verify(digestOf(known.key), signed, known.key, Buffer.from(sig, 'base64'))) signers.push(keyid);
    else throw new BundleRefused('signature', `${name} is not what the key ${keyid} signed.`);
  }
  return { body, signers, others };
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
  const refuse = (what: string): never => {
    throw new BundleRefused('signature', `${name} is not a DSSE envelope: ${what}.`);
  };
  const value = parseWritten('signature', name, bytes);
  if (!isObject(value)) return refuse('it is not an object');
  const { payloadType, payload, signatures, ...more } = value;
  if (Object.keys(more).length > 0) return refuse('it has members that an envelope does not have');
  if (payloadType !== expected) return refuse(`its payload type is not ${expected}`);
  if (typeof payload !== 'string' || !isBase64(payload)) return refuse('its payload is not base64');
  if (!Array.isArray(signatures) || signatures.length === 0) return refuse('it has no signatures');
  const list = signatures.map((each: unknown) => {
    if (!isObject(each)) return refuse('a signature is not an object');
    const { keyid, sig, ...rest } = each;
    if (typeof keyid !== 'string' || Object.keys(rest).length > 0)
      return refuse('a signature must have exactly a keyid and a sig');
    // No signature covers the id, so it must not contain anything else.
    if (!thumbprint.test(keyid)) return refuse('the id of a key is not the thumbprint of one');
    if (typeof sig !== 'string' || !isBase64(sig)) return refuse('a signature is not base64');
    return { keyid, sig };
  });
  if (new Set(list.map(({ keyid }) => keyid)).size < list.length) return refuse('a key signed twice');
  return { payloadType: expected, payload, signatures: list };
}

/** SHA-256 in base64url (RFC 7638). */
const thumbprint = /^[\w-]{43}$/;

/** Accepts canonical base64 only (RFC 4648 §4), or an envelope could be changed and stay valid. */
function isBase64(text: string): boolean {
  return text !== '' && Buffer.from(text, 'base64').toString('base64') === text;
}
