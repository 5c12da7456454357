import { writeFileSync } from 'node:fs';
import { attachmentOf, type Given } from '../../certificate/attachments/attachments.ts';
import { readBundle, saveBundle } from '../../certificate/bundle-store.ts';
import { readPublicKey } from '../../certificate/keys.ts';
import { type Files, verdictFile } from '../../certificate/manifest.ts';
import { envelopeOf } from '../../certificate/signed-document.ts';
import { quoted } from '../../reports/formats/plain-text.ts';
import { readBytes } from '../../settings/read-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { orRefusal } from '../output/bundle-refusal.ts';
import { exitStatus } from '../output/exit-status.ts';
import { say } from '../output/say.ts';

/**
 * Adds a timestamp or a log entry to a copy of a finished bundle, or writes the signature that a timestamp is to be about. What is
 * added must be about a signature of the bundle; whose word it is, `verify` checks.
 */
export async function attach(from: string, options: Options<'attach'>): Promise<number> {
  const { timestamp, logEntry, bundle: to, writeSignature: file } = options;
  const given = [...givenFile('timestamp', timestamp), ...givenFile('log-entry', logEntry)];
  if (given.length === 0 && file === undefined) {
    throw new UsageError([
      'There is nothing to attach. Give --timestamp or --log-entry, or --write-signature to get what a timestamp is about.',
    ]);
  }
  if (given.length > 0 && to === undefined)
    throw new UsageError(['--bundle PATH is missing: the bundle with the attachment is a new one.']);
  return orRefusal(
    async () => {
      const files = readBundle(from);
      if (file !== undefined) await writeSignature(files, file, options.signer);
      if (to !== undefined && given.length > 0) attachAll(files, given, to);
      return exitStatus.conformant;
    },
    (kind, sentence) => `nothing was attached (${kind}): ${sentence}`,
  );
}

function givenFile(kind: Given['kind'], path: string | undefined): Given[] {
  if (path === undefined) return [];
  return [{ kind, name: path, bytes: readBytes(path, `${path} cannot be read. Give a file that exists.`) }];
}

function attachAll(files: Files, given: readonly Given[], to: string): void {
  const made = given.map((each) => attachmentOf(files, each));
  saveBundle(to, new Map([...files, ...made.map(({ path, bytes }) => [path, bytes] as const)]));
  say(...made.map(({ path, keyId }) => `${to}: ${path}, about the signature of ${keyId}`));
}

/** Writes the bytes of a signature of the verdict. */
async function writeSignature(files: Files, file: string, signer: string | undefined): Promise<void> {
  const { signatures } = envelopeOf(verdictFile, files.get(verdictFile) ?? Buffer.alloc(0));
  const id = signer === undefined ? undefined : readPublicKey(signer).id;
  const chosen = signatures.filter(({ keyid }) => id === undefined || keyid === id);
  const [signature, ...others] = chosen;
  if (signature === undefined) throw new UsageError([`The key in ${signer} did not sign this bundle.`]);
  if (others.length > 0) {
    const ids = chosen.map(({ keyid }) => keyid).join(', ');
    throw new UsageError([
      `The bundle has several signatures (${ids}). Say which with --signer FILE, a public key.`,
    ]);
  }
  try {
    writeFileSync(file, Buffer.from(signature.sig, 'base64'), { flag: 'wx' });
  } catch {
    throw new UsageError([`${file} exists or cannot be written. Give --write-signature another path.`]);
  }
  say(`${file}: the signature of ${quoted(signature.keyid)}`);
}
