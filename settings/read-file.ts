import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNestedWithoutEnd } from '../json/depth-of.ts';
import { UsageError } from './usage-error.ts';

/** How much of a file that a setting or an option names is read, in MiB: keys, tokens, settings and bodies are short. */
const mebibytesAtMost = 16;

/** Opening a pipe does not wait for its other end. Windows has no such flag. */
const toRead = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file that the user names.
 * @param mebibytes how much of it is read at most
 * @param open how it is opened, if not by whatever the path leads to
 * @throws UsageError with this sentence if it cannot be read; with another one if it is no regular file, or too large
 */
export function readBytes(
  path: string,
  sentence: string,
  mebibytes = mebibytesAtMost,
  open = (): number => openSync(path, toRead),
): Buffer {
  let file: number | undefined;
  try {
    file = open();
    refuseEndless(path, fstatSync(file), mebibytes);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError([sentence]);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function refuseEndless(path: string, found: Stats, mebibytes = mebibytesAtMost): void {
  if (!found.isFile() && !found.isDirectory())
    throw new UsageError([`${path} is not a regular file, but a pipe or a device. Give a file.`]);
  const [unit, name] = mebibytes < 1 ? [1024, 'KiB'] : [1024 ** 2, 'MiB'];
  const size = Math.ceil(found.size / unit);
  const most = (mebibytes * 1024 ** 2) / unit;
  if (size > most)
    throw new UsageError([`${path} has ${size} ${name}, and at most ${most} are read. Give the right file.`]);
}

/**
 * The default export of an ES module that the user names.
 * @param named says by which setting or option
 * @throws UsageError if there is no such module, or it cannot be loaded
 */
export async function defaultExport(named: string, path: string, advice: string): Promise<unknown> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) refuseEndless(path, found);
  try {
    return ((await import(pathToFileURL(resolve(path)).href)) as { default?: unknown }).default;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new UsageError([`${named} "${path}" cannot be loaded: ${reason}. ${advice}`]);
  }
}

/**
 * Reads the text of a file named by a setting.
 * @throws UsageError if it cannot be read.
 */
export function readNamedFile(setting: string, path: string, mebibytes?: number): string {
  const sentence = `${setting} names a file that cannot be read: ${path}. Correct the path or its permissions.`;
  return readBytes(path, sentence, mebibytes).toString();
}

/**
 * Reads a JSON file.
 * @throws UsageError with a sentence made from the problem with the file.
 */
export function readJsonFile(
  path: string,
  sentence: (problem: string) => string,
  mebibytes?: number,
): unknown {
  const bytes = readBytes(path, sentence('cannot be read'), mebibytes);
  if (isNestedWithoutEnd(bytes)) throw new UsageError([sentence('is nested too deeply')]);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new UsageError([sentence('is not JSON')]);
  }
}
