import type { Report } from '../../reports/report/report.ts';
import type { NamedKey } from '../keys.ts';
import {
  type AttachmentKind,
  attachmentKey,
  attachmentPath,
  type Files,
  fileIn,
  verdictFile,
} from '../manifest.ts';
import { refuse } from '../refusal.ts';
import { envelopeOf } from '../signed-document.ts';
import { tolerance } from '../validity.ts';
import type { Verifier } from '../verifier.ts';
import { logEntryAbout, logEntryFile, sigstoreBundleOf } from './log-entry.ts';
import { checkLogEntry } from './log-proof.ts';
import { checkTimestamp, tokenAbout, tokenIn } from './timestamp.ts';

/** How many bytes an attachment has at most; anybody can add one. */
const mostBytes: Readonly<Record<AttachmentKind, number>> = { timestamp: 64 * 1024, 'log-entry': 256 * 1024 };

/** An attachment of a trusted signature; its name has the id of the key. What it says is there if its source was checked. */
export interface Attached {
  readonly kind: AttachmentKind;
  readonly path: string;
  readonly keyId: string;
  /** The timestamp authority, or the log and the number of the entry. */
  readonly by?: string;
  /** When the signature existed. */
  readonly at?: Date | undefined;
}

/**
 * Checks the attachments of a kind, after the signatures, which do not cover them: anyone can add, replace and remove them. Each
 * must be about a signature that the verdict has. If that is of a trusted key, and the verifier has roots or log keys, its source
 * is checked too.
 * @param signers the trusted keys that signed
 * @throws BundleRefused with the first problem, or if there are roots or log keys and no such attachment of a trusted signature
 */
export async function checkAttachments(
  kind: AttachmentKind,
  files: Files,
  signers: readonly NamedKey[],
  { timestampRoots, logKeys }: Pick<Verifier, 'timestampRoots' | 'logKeys'>,
): Promise<Attached[]> {
  const envelope = envelopeOf(verdictFile, fileIn(files, verdictFile));
  const attached: Attached[] = [];
  const say = (path: string, bytes: Buffer, keyId: string, key: NamedKey | undefined) => {
    const sig = envelope.signatures.find(({ keyid }) => keyid === keyId)?.sig;
    if (sig === undefined)
      return refuse(kind, `${path} is named after a key that did not sign ${verdictFile}.`);
    if (kind === 'timestamp') {
      const [signature, roots] = [Buffer.from(sig, 'base64'), key && timestampRoots];
      const token = tokenAbout(signature, path, bytes);
      return roots === undefined ? {} : checkTimestamp(path, token, signature, roots);
    }
    const entry = logEntryAbout(envelope, keyId, path, bytes);
    return key === undefined || logKeys === undefined ? {} : checkLogEntry(path, entry, key, logKeys);
  };
  for (const [path, bytes] of files) {
    const keyId = attachmentKey(kind, path);
    if (keyId === undefined) continue;
    requireSize(kind, path, bytes);
    const key = signers.find(({ id }) => id === keyId);
    const said = await say(path, bytes, keyId, key);
    if (key !== undefined) attached.push({ kind, path, keyId, ...said });
  }
  // Otherwise, removing one would not be detected.
  if (kind === 'timestamp' && timestampRoots !== undefined && attached.length === 0)
    refuse(kind, 'The bundle has no timestamp of a trusted signature (--timestamp-root).');
  if (kind === 'log-entry' && logKeys !== undefined && attached.length === 0)
    refuse(kind, 'The bundle has no log entry of a trusted signature (--log-key).');
  return attached;
}

function requireSize(kind: AttachmentKind, name: string, { length }: Buffer): void {
  if (length > mostBytes[kind]) refuse(kind, `${name} has more than ${mostBytes[kind] / 1024} KiB.`);
}

/** Says if what is signed did not exist at the time of an attachment: before the run ended, or now. */
export function attachedTimeProblem(
  attached: readonly Attached[],
  { run }: Report,
  now: Date,
): string | undefined {
  const finishedAt = run.finishedAt ?? run.startedAt;
  for (const { path, at } of attached) {
    if (at === undefined) continue;
    const time = at.toISOString();
    if (at.getTime() + tolerance < Date.parse(finishedAt))
      return `${path} is of ${time}, before the end of the run at ${finishedAt}.`;
    if (at.getTime() > now.getTime() + tolerance)
      return `${path} is of ${time}, which is in the future: it is ${now.toISOString()} here.`;
  }
  return undefined;
}

/** A file to attach, and its name in messages. */
export interface Given {
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The attachment that a file makes, named after the key whose signature of the verdict it is about.
 * @throws BundleRefused if it is not of its kind, or belongs to no signature of the bundle
 */
export function attachmentOf(
  files: Files,
  { kind, name, bytes: given }: Given,
): { readonly path: string; readonly keyId: string; readonly bytes: Buffer } {
  requireSize(kind, name, given);
  const envelope = envelopeOf(verdictFile, files.get(verdictFile) ?? Buffer.alloc(0));
  if (kind === 'log-entry') {
    const { signature, file } = logEntryFile(name, sigstoreBundleOf(name, given, envelope), envelope);
    return { path: attachmentPath(kind, signature.keyid), keyId: signature.keyid, bytes: file };
  }
  const bytes = tokenIn(name, given);
  let refused: unknown;
  for (const { keyid, sig } of envelope.signatures) {
    try {
      tokenAbout(Buffer.from(sig, 'base64'), name, bytes);
      return { path: attachmentPath(kind, keyid), keyId: keyid, bytes };
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

/** The files without the attachments of signatures that the verdict no longer has: those of a key that has signed again. */
export function withoutStale(files: Files, before: Files): Files {
  const sigOf = (all: Files, keyId: string): string | undefined =>
    envelopeOf(verdictFile, fileIn(all, verdictFile)).signatures.find(({ keyid }) => keyid === keyId)?.sig;
  const isStale = (path: string): boolean => {
    const keyId = attachmentKey('timestamp', path) ?? attachmentKey('log-entry', path);
    return keyId !== undefined && sigOf(files, keyId) !== sigOf(before, keyId);
  };
  return new Map([...files].filter(([path]) => !isStale(path)));
}
