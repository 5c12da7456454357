import { unzipSync, zipSync } from 'fflate';
import manifestSchema from './manifest.schema.json' with { type: 'json' };
import type { Files } from './manifest.ts';
import { BundleRefused, refuse } from './refusal.ts';

/** Size limits of a bundle in bytes and files, larger than any bundle of a standard run. */
const limits = { bytes: 512 * 1024 * 1024, files: 100 } as const;

/** @throws BundleRefused if a bundle of so many files and bytes is too large */
export function refuseTooMuch(files: number, bytes: number): void {
  if (files > limits.files) refuse('integrity', `The bundle contains more than ${limits.files} files.`);
  if (bytes > limits.bytes)
    refuse('integrity', `The bundle contains more than ${limits.bytes / 1024 / 1024} MiB.`);
}

/** How many times its size an archive may grow: evidence is text, and that of a run grows about 12 times. */
const growthAtMost = 100;

/** The earliest time that a zip archive can store. */
const zipTime = new Date('1980-01-01T00:00:00');

/**
 * The archive of files: sorted by path, with a fixed time, fixed attributes and a fixed compression, so that the same files
 * always give the same bytes. The version of the library is pinned, because another one may compress differently.
 */
export function archiveOf(files: Files): Buffer {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(zipSync(Object.fromEntries(sorted), { mtime: zipTime, level: 6 }));
}

/**
 * The files in an archive. Programs differ in what they unpack from an archive with two directories, hidden entries or
 * data between the entries, so only the archive that `archiveOf` makes of these files is accepted.
 * @throws BundleRefused if it is any other, or too large
 */
export function filesInArchive(bytes: Buffer): Files {
  if (isSurrounded(bytes)) return refuseOther('there is data in front of it or behind it');
  const files = unzipped(bytes);
  const again = archiveOf(files);
  return again.equals(bytes)
    ? files
    : refuseOther(`it differs from byte ${firstDifference(bytes, again)} on`);
}

/** As the manifest writes paths, so that nothing in an archive can be written outside of the folder it is copied to. */
const plainPath = new RegExp(manifestSchema.properties.files.items.properties.path.pattern);

function refuseOther(how: string): never {
  refuse(
    'integrity',
    `The archive is not the one that \`certify\` makes of its files: ${how}, so other programs may unpack something else. Ask for the original archive.`,
  );
}

const endSize = 22;
const endMark = Buffer.from('PK\x05\x06', 'latin1');

/** Whether the directory does not end where the last record of the archive begins, and that at the end of the file. */
function isSurrounded(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(endMark);
  if (end === -1 || bytes.length - end < endSize) return false;
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  return end + endSize !== bytes.length || start + size !== end;
}

function unzipped(bytes: Buffer): Files {
  const files = new Map<string, Buffer>();
  let declared = 0;
  const names = new Set<string>();
  try {
    const entries = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        if (!plainPath.test(name)) refuseOther(`it has an entry ${JSON.stringify(name)}`);
        if (names.has(name)) refuse('integrity', `The archive contains ${name} twice.`);
        names.add(name);
        // Of an entry that is not compressed, the other size counts; entries may overlap.
        declared += Math.max(size, originalSize);
        refuseTooMuch(names.size, declared);
        if (declared > growthAtMost * bytes.length)
          refuse('integrity', `The archive grows to more than ${growthAtMost} times its size.`);
        return true;
      },
    });
    for (const [name, content] of Object.entries(entries)) files.set(name, Buffer.from(content));
  } catch (error) {
    if (error instanceof BundleRefused) throw error;
    refuse('integrity', 'This is not a bundle archive, or it is damaged.');
  }
  // Entries may be longer than their declared size, so check again after unpacking.
  refuseTooMuch(
    files.size,
    [...files.values()].reduce((sum, content) => sum + content.length, 0),
  );
  return files;
}

function firstDifference(one: Buffer, other: Buffer): number {
  const least = Math.min(one.length, other.length);
  for (let at = 0; at < least; at += 1) if (one[at] !== other[at]) return at;
  return least;
}
