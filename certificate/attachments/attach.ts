import { type Envelope, envelopeOf } from '../dsse.ts';
import { type Files, verdictFile } from '../manifest.ts';
import {
  type Attachment,
  type AttachmentKind,
  attachmentPath,
  attachmentsIn,
  checkedSize,
} from './attachment-files.ts';
import { logEntryFile } from './log-entry.ts';
import { sigstoreBundleOf } from './rekor-answer.ts';
import { tokenAbout, tokenIn } from './timestamp-token.ts';

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
export function attachmentOf(files: Files, { kind, name, bytes }: Given): Attachment {
  checkedSize({ kind, path: name, keyId: '', bytes });
  const envelope = envelopeOf(verdictFile, files.get(verdictFile) ?? Buffer.alloc(0));
  const made = kind === 'timestamp' ? stamped(name, bytes, envelope) : logged(name, bytes, envelope);
  return { kind, path: attachmentPath(kind, made.keyId), ...made };
}

function stamped(name: string, given: Buffer, { signatures }: Envelope): Pick<Attachment, 'keyId' | 'bytes'> {
  const bytes = tokenIn(name, given);
  let refused: unknown;
  for (const { keyid, sig } of signatures) {
    try {
      tokenAbout(Buffer.from(sig, 'base64'), name, bytes);
      return { keyId: keyid, bytes };
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

function logged(name: string, given: Buffer, envelope: Envelope): Pick<Attachment, 'keyId' | 'bytes'> {
  const { signature, file } = logEntryFile(name, sigstoreBundleOf(name, given, envelope), envelope);
  return { keyId: signature.keyid, bytes: file };
}

/** The files without the attachments of signatures that the verdict no longer has: those of a key that has signed again. */
export function withoutStale(files: Files, before: Files): Files {
  const sigOf = (all: Files, keyId: string): string | undefined =>
    envelopeOf(verdictFile, all.get(verdictFile) ?? Buffer.alloc(0)).signatures.find(
      ({ keyid }) => keyid === keyId,
    )?.sig;
  const stale = attachmentsIn(files).filter(({ keyId }) => sigOf(files, keyId) !== sigOf(before, keyId));
  const paths = stale.map(({ path }) => path);
  return new Map([...files].filter(([path]) => !paths.includes(path)));
}
