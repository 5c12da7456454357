import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/** How much of a file that a setting or an option names is read, in MiB: keys, tokens, settings and bodies are short. */
const mebibytesAtMost = 16;

/** Opening a pipe does not wait for its other end. Windows has no such flag. */
const toRead = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file that the user names.
 * @param mebibytes how much of it is read at most
 * @throws UsageError with this sentence if it cannot be read; with another one if it is no regular file, or too large
 */
export function readBytes(path: string, sentence: string, mebibytes = mebibytesAtMost): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, toRead);
    const found = fstatSync(file);
    const size = Math.ceil(found.size / 1024 ** 2);
    if (!found.isFile() && !found.isDirectory())
      throw new UsageError([`${path} is not a regular file, but a pipe or a device. Give a file.`]);
    if (size > mebibytes)
      throw new UsageError([
        `${path} has ${size} MiB, and at most ${mebibytes} are read. Give the right file.`,
      ]);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError([sentence]);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The same for text in UTF-8. */
export function readText(path: string, sentence: string): string {
  return readBytes(path, sentence).toString();
}

/**
 * Reads the text of a file named by a setting.
 * @throws UsageError if it cannot be read.
 */
export function readNamedFile(setting: string, path: string): string {
  return readText(
    path,
    `${setting} names a file that cannot be read: ${path}. Correct the path or its permissions.`,
  );
}

/**
 * Reads a JSON file.
 * @throws UsageError with a sentence made from the problem with the file.
 */
export function readJsonFile(path: string, sentence: (problem: string) => string): unknown {
  const text = readText(path, sentence('cannot be read'));
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError([sentence('is not JSON')]);
  }
}
