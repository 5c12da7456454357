import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { UsageError } from '../settings/usage-error.ts';
import { archiveOf, filesInArchive, refuseTooMuch } from './archive.ts';
import { type Files, manifestFile, parsedManifest } from './manifest.ts';
import { BundleRefused, refuse } from './refusal.ts';

/** Evidence is text, and packed it takes a twelfth: no bundle has an archive of a quarter of what it may hold. */
const archiveBytesAtMost = 128 * 1024 ** 2;

/** A manifest is shorter than this, and so are most files of a bundle. */
const shortBytes = 1024 ** 2;

/** @throws UsageError if there is something at the path, which is never overwritten */
export function refuseExisting(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new UsageError([`${path} already exists. Give --bundle another name, or move it.`]);
}

/**
 * Writes a bundle atomically, as a folder or, if the path ends in `.zip`, as an archive.
 * @throws UsageError if the path exists or cannot be written
 */
export function saveBundle(path: string, files: Files): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    refuseExisting(path);
    mkdirSync(dirname(temporary), { recursive: true });
    if (path.endsWith('.zip')) writeFileSync(temporary, archiveOf(files));
    else writeFolder(temporary, files);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : '';
    throw new UsageError([
      `The bundle cannot be written to ${path} (${reason}). Give --bundle another path.`,
    ]);
  }
}

function writeFolder(folder: string, files: Files): void {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

/**
 * Reads a bundle from a folder or an archive. Writes nothing, and follows no links in it.
 * @throws UsageError if the path does not exist, BundleRefused if it has irregular files or is too large
 */
export function readBundle(path: string): Files {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined)
    throw new UsageError([`${path} does not exist. Give the folder or the .zip of a bundle.`]);
  if (!entry.isDirectory() && !entry.isFile())
    throw new UsageError([
      `${path} is neither a folder nor a file. Give the folder or the .zip of a bundle.`,
    ]);
  try {
    if (entry.isDirectory()) return readFolder(path);
    if (entry.size > archiveBytesAtMost)
      refuse('integrity', `The archive has more than ${archiveBytesAtMost / 1024 ** 2} MiB.`);
    return filesInArchive(readFileSync(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BundleRefused || code === undefined) throw error;
    throw new UsageError([`${path} cannot be read (${code}). Make it readable, or copy it.`]);
  }
}

function readFolder(root: string): Files {
  const sizes = new Map<string, number>();
  let bytes = 0;
  for (const path of filesBelow(root, root)) {
    const { size } = lstatSync(join(root, path));
    sizes.set(path, size);
    bytes += size;
    refuseTooMuch(sizes.size, bytes);
  }
  if (bytes > archiveBytesAtMost) refuseUnlisted(root, sizes);
  return new Map([...sizes.keys()].map((path) => [path, readFileSync(join(root, path))]));
}

/**
 * Refuses large files that are not as long as the manifest says, before they are read.
 * @throws BundleRefused also if the manifest is malformed
 */
function refuseUnlisted(root: string, sizes: ReadonlyMap<string, number>): void {
  const isRead = (sizes.get(manifestFile) ?? Number.POSITIVE_INFINITY) <= shortBytes;
  const entries = isRead
    ? parsedManifest(new Map([[manifestFile, readFileSync(join(root, manifestFile))]])).files
    : [];
  const listed = new Map(entries.map(({ path, size }) => [path, size]));
  for (const [path, size] of sizes)
    if (size > shortBytes && size !== listed.get(path))
      refuse('integrity', `${path} is not the file that was signed: its size or digest differs.`);
}

function* filesBelow(root: string, folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.length === 0) refuse('integrity', `${relative(root, folder) || '.'} is an empty folder.`);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const name = relative(root, path).split(sep).join('/');
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile()) yield name;
    else refuse('integrity', `${name} is not a regular file; a bundle must not contain links.`);
  }
}
