import { createHash, type KeyObject } from 'node:crypto';
import { type TrustMaterial, toSignedEntity, Verifier } from '@sigstore/verify';
import { type NamedKey, publicHalf } from '../keys.ts';
import { refuse } from '../refusal.ts';
import type { LogEntry } from './log-entry.ts';

const always = { start: new Date(0), end: new Date(8.64e15) };

/**
 * Checks offline that an entry is in a log with one of these keys: the signature of its checkpoint, the proof of inclusion, the promise
 * of inclusion if there is one, and that the entry is about this signature of this key.
 * @returns the number of the entry and the name of the log, and when the log took it in, if it signed that
 * @throws BundleRefused with the first problem
 */
export function checkLogEntry(
  path: string,
  { bundle, entry }: LogEntry,
  signer: NamedKey,
  logKeys: readonly KeyObject[],
): { readonly by: string; readonly at: Date | undefined } {
  const { inclusionProof: proof } = entry;
  if (proof?.checkpoint === undefined)
    return refuse('log-entry', `${path} has no proof that the entry is in the log.`);
  const { lines, names, hints } = checkpointIn(path, proof.checkpoint.envelope);
  const logs = logKeys.flatMap((key) => names.flatMap((name) => logsOf(key, name)));
  if (!logs.some(({ logID }) => hints.some((hint) => logID.subarray(0, 4).equals(hint))))
    return refuse('log-entry', `${path} is an entry of a log whose key was not given with --log-key.`);
  if (lines[1] !== proof.treeSize || lines[2] !== proof.rootHash.toString('base64'))
    refuse('log-entry', `${path} is broken: its proof is for another state of the log than its checkpoint.`);
  const trust: TrustMaterial = {
    certificateAuthorities: [],
    timestampAuthorities: [],
    ctlogs: [],
    tlogs: logs,
    publicKey: () => ({ publicKey: publicHalf(signer.key), validFor: () => true }),
  };
  try {
    const verifier = new Verifier(trust, { tlogThreshold: 1, ctlogThreshold: 0, timestampThreshold: 0 });
    verifier.verify(toSignedEntity(bundle));
  } catch (error) {
    return refuse('log-entry', sentenceOf(path, (error as { code?: unknown }).code));
  }
  // Number and time are signed only with a promise of inclusion; otherwise the proof has a number of its own.
  const isPromised = entry.inclusionPromise !== undefined;
  return {
    by: `entry ${isPromised ? entry.logIndex : proof.logIndex} of ${lines[0] ?? ''}`,
    at: isPromised ? new Date(Number(entry.integratedTime) * 1_000) : undefined,
  };
}

function sentenceOf(path: string, code: unknown): string {
  if (code === 'TLOG_BODY_ERROR') return `${path} is an entry about another signature.`;
  if (code === 'TLOG_INCLUSION_PROMISE_ERROR')
    return `${path} was changed: the log did not sign this entry with this number and time.`;
  return `${path} is broken: its proof does not show that the entry is in the log.`;
}

/** Signature lines of a checkpoint (C2SP signed-note): a name, the first bytes of the id of a key, and a signature. */
const signatureLine = /^\u2014 (\S{1,200}) ([A-Za-z0-9+/=]{1,2000})$/;

/** The library makes a pattern of the name, so only characters without a meaning in patterns are allowed, and the full stop. */
const plainName = /^[\w./:-]+$/;

/** What a checkpoint says and who signed it; nothing of it is verified yet. */
function checkpointIn(
  path: string,
  text: string,
): {
  readonly lines: readonly string[];
  readonly names: readonly string[];
  readonly hints: readonly Buffer[];
} {
  const [note = '', ...rest] = text.split('\n\n');
  const signatures = rest
    .join('\n\n')
    .split('\n')
    .slice(0, -1)
    .map((line) => signatureLine.exec(line));
  const found = signatures.flatMap((match) =>
    match === null ? [] : [{ name: match[1] ?? '', sig: match[2] ?? '' }],
  );
  const isPlain = found.length > 0 && found.length === signatures.length && found.length <= mostSignatures;
  if (!isPlain || !found.every(({ name }) => plainName.test(name)))
    return refuse('log-entry', `${path} is broken: its checkpoint is not a note that a log signed.`);
  return {
    lines: note.split('\n'),
    names: [...new Set(found.map(({ name }) => name))],
    hints: found.map(({ sig }) => Buffer.from(sig, 'base64').subarray(0, 4)),
  };
}

/** A log, and those who witness it. */
const mostSignatures = 20;

/** A key as that of the log of this name, under each id that it may have. */
function logsOf(key: KeyObject, name: string): TrustMaterial['tlogs'] {
  return idsOf(key, name).map((logID) => ({ logID, baseURL: name, publicKey: key, validFor: always }));
}

/** Rekor has the digest of the public key; an Ed25519 key of a signed note has one with the name of the log in it. */
function idsOf(key: KeyObject, name: string): Buffer[] {
  const spki = key.export({ type: 'spki', format: 'der' });
  const ids = [createHash('sha256').update(spki).digest()];
  if (key.asymmetricKeyType !== 'ed25519') return ids;
  const raw = spki.subarray(-32);
  return [...ids, createHash('sha256').update(`${name}\n\x01`).update(raw).digest()];
}
