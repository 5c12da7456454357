import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { reportFile } from '../../reports/report/report-file.ts';
import { suiteName } from '../../settings/suite.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { formatFiles } from './format-files.ts';

const lockFile = '.running';

/** The files that a run writes; those of an earlier run in the same folder are removed. */
const ownFiles: readonly string[] = [
  runFile,
  exchangesFile,
  reportFile,
  ...Object.values(formatFiles).flat(),
];

/** Another run writes to the folder. */
export class FolderInUse extends UsageError {}

/**
 * Prepares and locks a folder for a new run. Returns the function that unlocks it.
 * @throws UsageError if the folder is not writable, locked by another run, or has files of the same names that no run wrote.
 */
export function beginResults(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    const release = lockResults(folder);
    if (isOfRun(folder)) for (const name of ownFiles) rmSync(join(folder, name), { force: true });
    else refuseForeign(folder, release);
    writeFileSync(join(folder, runFile), '', { flag: 'a' });
    return release;
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Whether a run of this suite wrote to the folder: files of others are not removed. */
function isOfRun(folder: string): boolean {
  const journal = startOf(join(folder, runFile));
  // A run that was killed at once leaves an empty journal.
  if (journal === '' || journal?.startsWith('{"type":"run",')) return true;
  const report = startOf(join(folder, reportFile));
  return report?.includes(`"suite": {\n    "name": "${suiteName}"`) === true;
}

/** The first characters of a file; undefined if it is none. */
function startOf(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(200);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

function refuseForeign(folder: string, release: () => void): void {
  const foreign = [runFile, exchangesFile, reportFile].find((name) => existsSync(join(folder, name)));
  if (foreign === undefined) return;
  release();
  throw new UsageError([
    `${join(folder, foreign)} was not written by this suite, so it was not overwritten. Choose another folder with --output or CONFORMANCE_OUTPUT.`,
  ]);
}

function unwritable(folder: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  const reason = error instanceof Error ? (error as NodeJS.ErrnoException).code : String(error);
  return new UsageError([
    `Results cannot be written to ${folder} (${reason}). Set CONFORMANCE_OUTPUT or --output to a writable folder.`,
  ]);
}

/**
 * Locks a results folder: two runs writing to the same folder would mix their results and judge each other's responses.
 * Returns the function that unlocks it. The lock of a process that has ended is ignored.
 * @throws UsageError if another run holds the lock, or the folder is not writable.
 */
export function lockResults(folder: string): () => void {
  const path = join(folder, lockFile);
  try {
    if (!lockIfFree(path)) {
      refuseLocked(folder, path);
      // If the lock is a link, the link is removed and not followed.
      rmSync(path, { force: true });
      writeFileSync(path, String(process.pid), { flag: 'wx' });
    }
  } catch (error) {
    throw unwritable(folder, error);
  }
  return () => rmSync(path, { force: true });
}

/** Writes the lock unless there is one; returns whether it did. */
function lockIfFree(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function refuseLocked(folder: string, path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  const owner = Number(readFileSync(path, 'utf8'));
  if (owner !== process.pid && isAlive(owner)) {
    throw new FolderInUse([
      `Another run (process ${owner}) is writing to ${folder}. Wait for it to end, or choose another folder with --output. If no such run exists, remove ${path}.`,
    ]);
  }
}

function isAlive(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
