import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { UsageError } from '../../settings/usage-error.ts';
import { BundleRefused } from './bundle-refused.ts';
import type { Files } from './manifest.ts';

/** Size limits in bytes and files, larger than any bundle of a standard run. */
export const limits = { bytes: 512 * 1024 * 1024, files: 100 } as const;

/** The earliest time that a zip archive can store. A fixed time makes archives reproducible. */
const zipTime = new Date('1980-01-01T00:00:00');

/**
 * Writes a bundle atomically, as a folder or, if the path ends in `.zip`, as an archive.
 * @throws UsageError if the path exists or cannot be written
 */
export function saveBundle(path: string, files: Files): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw new UsageError([`${path} already exists. Give --bundle another name, or move it.`]);
    mkdirSync(dirname(temporary), { recursive: true });
    if (path.endsWith('.zip')) writeFileSync(temporary, zipped(files));
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

function zipped(files: Files): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(sorted), { mtime: zipTime, level: 6 });
}

/**
 * Reads a bundle from a folder or an archive. Writes nothing, and follows no links.
 * @throws UsageError if the path does not exist, BundleRefused if it has irregular files or is too large
 */
export function readBundle(path: string): Files {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined)
    throw new UsageError([`There is nothing at ${path}. Give the folder or the .zip of a bundle.`]);
  return entry.isDirectory() ? readFolder(path) : readArchive(path, entry.size);
}

function readFolder(root: string): Files {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const path of filesBelow(root, root)) {
    const size = lstatSync(join(root, path)).size;
    bytes += size;
    refuseTooMuch(files.size + 1, bytes);
    files.set(path, readFileSync(join(root, path)));
  }
  return files;
}

function* filesBelow(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = relative(root, path).split(sep).join('/');
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile()) yield name;
    else
      throw new BundleRefused('integrity', `${name} is not a regular file; a bundle must not contain links.`);
  }
}

function readArchive(path: string, size: number): Files {
  refuseTooMuch(1, size);
  const files = new Map<string, Buffer>();
  let bytes = 0;
  let count = 0;
  const names = new Set<string>();
  try {
    const entries = unzipSync(readWhole(path, size), {
      filter({ name, originalSize }) {
        if (names.has(name)) throw new BundleRefused('integrity', `The archive contains ${name} twice.`);
        names.add(name);
        count += 1;
        bytes += originalSize;
        refuseTooMuch(count, bytes);
        return !name.endsWith('/');
      },
    });
    for (const [name, content] of Object.entries(entries)) files.set(name, Buffer.from(content));
  } catch (error) {
    if (error instanceof BundleRefused) throw error;
    throw new BundleRefused('integrity', `${path} is not a bundle archive, or it is damaged.`);
  }
  // Entries may be longer than their declared size, so check again after unpacking.
  refuseTooMuch(
    files.size,
    [...files.values()].reduce((sum, content) => sum + content.length, 0),
  );
  return files;
}

function readWhole(path: string, size: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; ) {
      const count = readSync(file, bytes, at, size - at, at);
      if (count === 0) return bytes.subarray(0, at);
      at += count;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

function refuseTooMuch(count: number, bytes: number): void {
  if (count > limits.files)
    throw new BundleRefused('integrity', `The bundle contains more than ${limits.files} files.`);
  if (bytes > limits.bytes)
    throw new BundleRefused('integrity', `The bundle contains more than ${limits.bytes / 1024 / 1024} MiB.`);
}
