import type { KeyObject, X509Certificate } from 'node:crypto';
import { BundleRefused } from '../bundle-refused.ts';
import { tolerance } from '../check-times.ts';
import { type Envelope, envelopeOf } from '../dsse.ts';
import type { NamedKey } from '../keys.ts';
import { type Files, verdictFile } from '../manifest.ts';
import { type Attachment, type AttachmentKind, attachmentsIn } from './attachment-files.ts';
import { checkLogEntry } from './check-log-entry.ts';
import { checkTimestamp } from './check-timestamp.ts';
import { logEntryAbout } from './log-entry.ts';
import { tokenAbout } from './timestamp-token.ts';

/** Whose word a verifier takes for attachments. Without roots or keys, those of the kind are not checked. */
export interface AttachmentTrust {
  readonly timestampRoots?: readonly X509Certificate[];
  readonly logKeys?: readonly KeyObject[];
}

/** An attachment of a trusted signature. */
export interface Attached extends Said {
  readonly kind: AttachmentKind;
  readonly path: string;
  readonly keyId: string;
}

/** What an attachment says, if its source was checked. */
interface Said {
  /** The timestamp authority, or the log and the number of the entry. */
  readonly by?: string;
  /** When the signature existed. */
  readonly at?: Date;
}

/** The signature that an attachment belongs to; `key` is undefined if it is not trusted. */
interface Subject {
  readonly envelope: Envelope;
  readonly signature: Buffer;
  readonly key: NamedKey | undefined;
}

/**
 * Checks the attachments of a bundle, after its signatures. Each must be about a signature that the verdict has. If that is of a trusted
 * key, and the verifier has roots or log keys, its source is checked too.
 * @param signers the trusted keys that signed
 * @throws BundleRefused with the first problem, or if there are roots or log keys and no such attachment of a trusted signature
 */
export async function checkAttachments(
  files: Files,
  signers: readonly NamedKey[],
  trust: AttachmentTrust,
): Promise<Attached[]> {
  const envelope = envelopeOf(verdictFile, files.get(verdictFile) ?? Buffer.alloc(0));
  const attached: Attached[] = [];
  for (const attachment of attachmentsIn(files)) {
    const { kind, path, keyId } = attachment;
    const sig = envelope.signatures.find(({ keyid }) => keyid === keyId)?.sig;
    if (sig === undefined)
      throw new BundleRefused(kind, `${path} is named after a key that did not sign ${verdictFile}.`);
    const key = signers.find(({ id }) => id === keyId);
    const subject = { envelope, signature: Buffer.from(sig, 'base64'), key };
    const said = await checks[kind](attachment, subject, trust);
    if (key !== undefined) attached.push({ kind, path, keyId, ...said });
  }
  demand(
    attached,
    'timestamp',
    trust.timestampRoots,
    'no timestamp of a trusted signature (--timestamp-root)',
  );
  demand(attached, 'log-entry', trust.logKeys, 'no log entry of a trusted signature (--log-key)');
  return attached;
}

type Check = (attachment: Attachment, subject: Subject, trust: AttachmentTrust) => Promise<Said> | Said;

const checks: Readonly<Record<AttachmentKind, Check>> = {
  async timestamp({ path, bytes }, { signature, key }, { timestampRoots }) {
    const token = tokenAbout(signature, path, bytes);
    if (key === undefined || timestampRoots === undefined) return {};
    return { by: await checkTimestamp(path, token, signature, timestampRoots), at: token.info.genTime };
  },
  'log-entry'({ path, bytes, keyId }, { envelope, key }, { logKeys }) {
    const entry = logEntryAbout(envelope, keyId, path, bytes);
    if (key === undefined || logKeys === undefined) return {};
    const { name, index, at } = checkLogEntry(path, entry, key, logKeys);
    return { by: `entry ${index} of ${name}`, at };
  },
};

/** Otherwise, removing one would not be detected. */
function demand(
  attached: readonly Attached[],
  wanted: AttachmentKind,
  sources: readonly unknown[] | undefined,
  lack: string,
): void {
  if (sources !== undefined && !attached.some(({ kind }) => kind === wanted))
    throw new BundleRefused(wanted, `The bundle has ${lack}.`);
}

/**
 * Checks the times of attachments against the run and the clock of the verifier: what is signed did not exist before the run ended.
 * @param finishedAt when the run ended, in ISO 8601
 * @throws BundleRefused with the first problem
 */
export function checkAttachedTimes(attached: readonly Attached[], finishedAt: string, now: Date): void {
  for (const { kind, path, at } of attached) {
    if (at === undefined) continue;
    const time = at.toISOString();
    if (at.getTime() + tolerance < Date.parse(finishedAt))
      throw new BundleRefused(kind, `${path} is of ${time}, before the end of the run at ${finishedAt}.`);
    if (at.getTime() > now.getTime() + tolerance)
      throw new BundleRefused(
        kind,
        `${path} is of ${time}, which is in the future: it is ${now.toISOString()} here.`,
      );
  }
}
