import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { UsageError } from '../settings/usage-error.ts';

/** Links are not followed, and opening a pipe does not wait for its other end. Windows has neither flag. */
const unfollowed = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const toRead = constants.O_RDONLY | unfollowed;
const toAppend = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | unfollowed;

/**
 * Opens a file of a results folder for reading. The folder may come from another person: a link in it could lead to any file
 * of its reader, and its lines would then be in messages and reports.
 * @throws UsageError if it is a link or not a regular file; Error of the file system
 */
export function openRegular(path: string): number {
  return opened(path, toRead);
}

/**
 * Opens a file of a results folder to append to it, and creates it if there is none. A link in a folder from another person
 * could lead to any file of the user who resumes the run.
 * @throws UsageError if it is a link or not a regular file; Error of the file system
 */
export function openToAppend(path: string): number {
  return opened(path, toAppend);
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

function opened(path: string, flags: number): number {
  const file = openUnfollowed(path, flags);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw notRegular(path);
}

/** The errors of opening a link, of writing to a pipe without a reader, and of writing to a folder. */
const notRegularCodes: readonly (string | undefined)[] = ['ELOOP', 'ENXIO', 'EISDIR'];

function openUnfollowed(path: string, flags: number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (notRegularCodes.includes((error as NodeJS.ErrnoException).code)) throw notRegular(path);
    throw error;
  }
}

function notRegular(path: string): UsageError {
  return new UsageError([
    `${path} is a link or not a regular file, so it is not opened. Copy the file into the folder.`,
  ]);
}
