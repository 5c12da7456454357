import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import { reportFile } from '../../reports/report/write-report.ts';
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

/**
 * Prepares and locks a folder for a new run. Returns the function that unlocks it.
 * @throws UsageError if the folder is not writable, or locked by another run.
 */
export function beginResults(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    const release = lockResults(folder);
    for (const name of ownFiles) rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, runFile), '', { flag: 'a' });
    return release;
  } catch (error) {
    throw unwritable(folder, error);
  }
}

function unwritable(folder: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  const reason = error instanceof Error ? (error as NodeJS.ErrnoException).code : String(error);
  return new UsageError([
    `Results cannot be written to ${folder} (${reason}). Set CONFORMANCE_OUTPUT to a writable folder.`,
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
    throw new UsageError([
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
