import { BUNDLE_V03_MEDIA_TYPE, type Bundle, bundleFromJSON, bundleToJSON } from '@sigstore/bundle';
import { isObject } from '../../json/read-json.ts';
import { refuse } from '../refusal.ts';
import type { Envelope } from '../signed-document.ts';
import { jsonFile, parseStrictly } from '../strict-json.ts';

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
  const bundle = parsedBundle(path, bytes);
  const { content, verificationMaterial } = bundle;
  const dsse = content.$case === 'dsseEnvelope' ? content.dsseEnvelope : undefined;
  const sig = dsse?.signatures[0]?.sig.toString('base64');
  const signature = envelope.signatures.find((each) => each.sig === sig);
  const isSame =
    dsse?.payloadType === envelope.payloadType && dsse.payload.toString('base64') === envelope.payload;
  if (signature === undefined || !isSame)
    return refuse(
      'log-entry',
      `${path} is about another envelope than the one of the bundle, or another signature.`,
    );
  const [entry, ...more] = verificationMaterial.tlogEntries;
  if (entry === undefined || more.length > 0)
    return refuse('log-entry', `${path} does not have exactly one entry of a log.`);
  if (!kinds.includes(entry.kindVersion.kind))
    return refuse('log-entry', `${path} has an entry of a kind other than ${kinds.join(' and ')}.`);
  const [written] = bundleToJSON(bundle).verificationMaterial.tlogEntries;
  return { signature, file: jsonFile(bundleJson(envelope, signature, written)) };
}

/** The JSON of a Sigstore bundle with an entry, and with the envelope as far as the entry is about it. */
function bundleJson({ payload, payloadType }: Envelope, { sig, keyid }: Signature, entry: unknown): object {
  return {
    mediaType: BUNDLE_V03_MEDIA_TYPE,
    verificationMaterial: { publicKey: { hint: keyid }, tlogEntries: [entry] },
    // cosign computes ids of keys in another way, and ignores a signature with one that differs; so there is none.
    dsseEnvelope: { payload, payloadType, signatures: [{ sig }] },
  };
}

/** An entry of a transparency log about one signature of an envelope, in a Sigstore bundle (version 0.3). */
export type LogEntry = ReturnType<typeof logEntryAbout>;

/**
 * Parses the file of an attachment: it is written as the suite writes it, and about this signature. Whether it is in a log is
 * not checked.
 * @throws BundleRefused with the first problem
 */
export function logEntryAbout(envelope: Envelope, keyId: string, path: string, bytes: Buffer) {
  const { signature, file } = logEntryFile(path, bytes, envelope);
  if (signature.keyid !== keyId)
    refuse('log-entry', `${path} is about another signature than the one that it is named after.`);
  // What is neither the envelope nor the entry could say anything.
  if (!file.equals(bytes)) refuse('log-entry', `${path} is not written as \`attach\` writes it.`);
  const bundle = parsedBundle(path, bytes);
  const [entry] = bundle.verificationMaterial.tlogEntries;
  return entry === undefined ? refuse('log-entry', `${path} has no entry of a log.`) : { bundle, entry };
}

function parsedBundle(path: string, bytes: Buffer): Bundle {
  const value = parseStrictly('log-entry', path, bytes);
  try {
    return bundleFromJSON(value);
  } catch {
    return refuse(
      'log-entry',
      `${path} is not a Sigstore bundle with an entry of a log and the proof that it is in the log.`,
    );
  }
}

/** The id of an entry: of the tree, if there are several, and the hash of the leaf. */
const entryId = /^[0-9a-f]{64,80}$/;

/**
 * What Rekor answers to a new entry of kind `dsse`, with the envelope, as a Sigstore bundle; another file stays as it is.
 * @throws BundleRefused if it is such an answer, and not about a signature of the envelope
 */
export function sigstoreBundleOf(name: string, bytes: Buffer, envelope: Envelope): Buffer {
  const value = parseStrictly('log-entry', name, bytes);
  const [id, ...more] = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || id === undefined || more.length > 0 || !entryId.test(id)) return bytes;
  const { entry, sig } = entryOf(name, value[id]);
  const signature = envelope.signatures.find((each) => each.sig === sig);
  if (signature === undefined)
    return refuse('log-entry', `${name} is about another signature than those of the bundle.`);
  return jsonFile(bundleJson(envelope, signature, entry));
}

/** The entry as a Sigstore bundle has it, and the signature that it is about. What is in the members is checked later. */
function entryOf(name: string, answer: unknown): { readonly entry: object; readonly sig: unknown } {
  const { body, integratedTime, logID, logIndex, verification } = members(answer);
  const { inclusionProof, signedEntryTimestamp } = members(verification);
  const { checkpoint, hashes, rootHash, treeSize, logIndex: inTree } = members(inclusionProof);
  if (typeof body !== 'string' || !Array.isArray(hashes))
    return refuse(
      'log-entry',
      `${name} is not an answer of Rekor with the proof that the entry is in the log.`,
    );
  const content = members(parseStrictly('log-entry', `the body in ${name}`, Buffer.from(body, 'base64')));
  const { signatures } = members(content.spec);
  const [signature] = Array.isArray(signatures) ? (signatures as unknown[]) : [];
  const entry = {
    logIndex: ofNumber(logIndex),
    logId: { keyId: ofHex(logID) },
    kindVersion: { kind: content.kind, version: content.apiVersion },
    integratedTime: ofNumber(integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: ofNumber(inTree),
      rootHash: ofHex(rootHash),
      treeSize: ofNumber(treeSize),
      hashes: hashes.map(ofHex),
      checkpoint: { envelope: checkpoint },
    },
    canonicalizedBody: body,
  };
  return { entry, sig: members(signature).signature };
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** A Sigstore bundle writes numbers as strings. Anything else is kept, and rejected when the bundle is read. */
function ofNumber(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function ofHex(text: unknown): string {
  return Buffer.from(typeof text === 'string' ? text : '', 'hex').toString('base64');
}
