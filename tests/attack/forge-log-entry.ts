import { logEntryFile } from '../../certificate/attachments/log-entry.ts';
import { attachmentPath, verdictFile } from '../../certificate/manifest.ts';
import type { Envelope } from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { type Loose, textOf } from './change-run.ts';
import type { Attempt, Base, Forgery } from './forgery.ts';
import { type TransparencyLog, transparencyLog, type Wishes } from './transparency-log.ts';

type Forge = Forgery['forge'];

/** The log that is trusted. */
export const log = transparencyLog();

export const envelopeIn = ({ files }: Base, name = verdictFile): Envelope =>
  JSON.parse(textOf(files, name)) as Envelope;

/** Where the entry about the vendor's signature is. */
const pathOf = ({ vendor }: Base): string => attachmentPath('log-entry', vendor.id);

export const instead = (base: Base, bytes: Buffer): Attempt => ({
  files: new Map([...base.files, [pathOf(base), bytes]]),
  logKeys: [log.publicKey],
});

/** The file that `attach` makes of an entry about an envelope. */
export const written = (
  base: Base,
  wishes: Wishes = {},
  by: TransparencyLog = log,
  about = envelopeIn(base),
): Loose => {
  const bytes = Buffer.from(JSON.stringify(by.entry(about, base.vendor.key, wishes)));
  return JSON.parse(logEntryFile('entry', bytes, about).file.toString()) as Loose;
};

/** A genuine entry, changed afterwards. */
export const changed =
  (change: (bundle: Loose, entry: Loose, base: Base) => Loose): Forge =>
  (base) => {
    const bundle = written(base);
    const [entry] = bundle.verificationMaterial.tlogEntries;
    return instead(base, jsonFile(change(bundle, entry, base) ?? bundle));
  };

/** An entry that the log itself made. */
export const made =
  (wishes: Wishes): Forge =>
  (base) =>
    instead(base, jsonFile(written(base, wishes)));

export const flipped = (base64: string, at = 9): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
};
