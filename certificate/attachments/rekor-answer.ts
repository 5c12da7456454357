import { isObject } from '../../json/read-json.ts';
import { BundleRefused } from '../bundle-refused.ts';
import type { Envelope } from '../dsse.ts';
import { jsonFile } from '../json-file.ts';
import { parseStrictly } from '../parse-strictly.ts';

/** The JSON of a Sigstore bundle of version 0.3, as far as a log entry about an envelope needs it. */
const mediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

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
  if (signature === undefined) return refuse(`${name} is about another signature than those of the bundle.`);
  return jsonFile({
    mediaType,
    verificationMaterial: { publicKey: { hint: signature.keyid }, tlogEntries: [entry] },
    dsseEnvelope: { ...envelope, signatures: [signature] },
  });
}

/** The entry as a Sigstore bundle has it, and the signature that it is about. What is in the members is checked later. */
function entryOf(name: string, answer: unknown): { readonly entry: object; readonly sig: unknown } {
  const { body, integratedTime, logID, logIndex, verification } = members(answer);
  const { inclusionProof, signedEntryTimestamp } = members(verification);
  const { checkpoint, hashes, rootHash, treeSize, logIndex: inTree } = members(inclusionProof);
  if (typeof body !== 'string' || !Array.isArray(hashes))
    return refuse(`${name} is not an answer of Rekor with the proof that the entry is in the log.`);
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

function refuse(sentence: string): never {
  throw new BundleRefused('log-entry', sentence);
}
