import {
  BUNDLE_V03_MEDIA_TYPE,
  type Bundle,
  bundleFromJSON,
  bundleToJSON,
  type TransparencyLogEntry,
} from '@sigstore/bundle';
import { BundleRefused } from '../bundle-refused.ts';
import type { Envelope } from '../dsse.ts';
import { jsonFile } from '../json-file.ts';
import { parseStrictly } from '../parse-strictly.ts';

/** An entry of a transparency log about one signature of an envelope, in a Sigstore bundle (version 0.3). */
export interface LogEntry {
  readonly bundle: Bundle;
  readonly entry: TransparencyLogEntry;
}

type Signature = Envelope['signatures'][number];

/** The kinds of entries that are about envelopes. */
const kinds: readonly (string | undefined)[] = ['dsse', 'intoto'];

/**
 * A Sigstore bundle with nothing but the entry, the envelope with one signature, and the id of its key: what the file of an
 * attachment is made of.
 * @throws BundleRefused if it is not such a bundle, or about none of these signatures
 */
export function logEntryFile(
  path: string,
  bytes: Buffer,
  envelope: Envelope,
): { readonly signature: Signature; readonly file: Buffer } {
  const { content, verificationMaterial } = parsedBundle(path, bytes);
  const dsse = content.$case === 'dsseEnvelope' ? content.dsseEnvelope : undefined;
  const sig = dsse?.signatures[0]?.sig.toString('base64');
  const signature = envelope.signatures.find((each) => each.sig === sig);
  const isSame =
    dsse?.payloadType === envelope.payloadType && dsse.payload.toString('base64') === envelope.payload;
  if (signature === undefined || !isSame)
    return refuse(`${path} is about another envelope than the one of the bundle, or another signature.`);
  const { tlogEntries } = verificationMaterial;
  const [entry, ...more] = tlogEntries;
  if (entry === undefined || more.length > 0)
    return refuse(`${path} does not have exactly one entry of a log.`);
  if (!kinds.includes(entry.kindVersion.kind))
    return refuse(`${path} has an entry of another kind than ${kinds.join(' and ')}.`);
  return { signature, file: jsonFile(bundleToJSON(sigstoreBundle(envelope, signature, entry))) };
}

function sigstoreBundle(
  { payload, payloadType }: Envelope,
  { sig, keyid }: Signature,
  entry: TransparencyLogEntry,
): Bundle {
  return {
    mediaType: BUNDLE_V03_MEDIA_TYPE,
    content: {
      $case: 'dsseEnvelope',
      dsseEnvelope: {
        payload: Buffer.from(payload, 'base64'),
        payloadType,
        // cosign computes ids of keys in another way, and ignores a signature with one that differs.
        signatures: [{ sig: Buffer.from(sig, 'base64'), keyid: '' }],
      },
    },
    verificationMaterial: {
      content: { $case: 'publicKey', publicKey: { hint: keyid } },
      tlogEntries: [entry],
      timestampVerificationData: undefined,
    },
  };
}

/**
 * Parses the file of an attachment: it is written as the suite writes it, and about this signature. Whether it is in a log is
 * not checked.
 * @throws BundleRefused with the first problem
 */
export function logEntryAbout(envelope: Envelope, keyId: string, path: string, bytes: Buffer): LogEntry {
  const { signature, file } = logEntryFile(path, bytes, envelope);
  if (signature.keyid !== keyId)
    refuse(`${path} is about another signature than the one that it is named after.`);
  // What is neither the envelope nor the entry could say anything.
  if (!file.equals(bytes)) refuse(`${path} is not written as \`attach\` writes it.`);
  const bundle = parsedBundle(path, bytes);
  const [entry] = bundle.verificationMaterial.tlogEntries;
  return entry === undefined ? refuse(`${path} has no entry of a log.`) : { bundle, entry };
}

function parsedBundle(path: string, bytes: Buffer): Bundle {
  const value = parseStrictly('log-entry', path, bytes);
  try {
    return bundleFromJSON(value);
  } catch {
    return refuse(
      `${path} is not a Sigstore bundle with an entry of a log and the proof that it is in the log.`,
    );
  }
}

function refuse(sentence: string): never {
  throw new BundleRefused('log-entry', sentence);
}
