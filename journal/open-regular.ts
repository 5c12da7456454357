import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { UsageError } from '../settings/usage-error.ts';

/** Links are not followed, and opening a pipe does not wait for its writer. Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file of a results folder for reading. The folder may come from another person: a link in it could lead to any file
 * of its reader, and its lines would then be in messages and reports.
 * @throws UsageError if it is a link or not a regular file; Error of the file system
 */
export function openRegular(path: string): number {
  const file = openUnfollowed(path);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw notRegular(path);
}

/** The content of such a file. */
export function readRegular(path: string): Buffer {
  const file = openRegular(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function openUnfollowed(path: string): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw notRegular(path);
    throw error;
  }
}

function notRegular(path: string): UsageError {
  return new UsageError([
    `${path} is a link or not a regular file, so it is not opened. Copy the file into the folder.`,
  ]);
}
