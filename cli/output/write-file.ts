import { rmSync, writeFileSync } from 'node:fs';
import { writeWhole } from '../../journal/open-regular.ts';
import { UsageError } from '../../settings/usage-error.ts';

/**
 * Writes a text to a file, or prints it.
 * @throws UsageError if the file cannot be written
 */
export function writeOrPrint(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeOver(file, text, 'Give --output a file in a writable folder.');
}

const remedyForFiles = 'Choose a writable folder with free space.';

/**
 * Writes a file, or writes it again.
 * @throws UsageError if it cannot be written
 */
export function writeOver(path: string, text: string, remedy = remedyForFiles): void {
  try {
    writeWhole(path, [text]);
  } catch {
    throw new UsageError([`${path} cannot be written. ${remedy}`]);
  }
}

/**
 * Writes a file that must not exist yet, whole or not at all.
 * @throws UsageError if it does, or cannot be written
 */
export function writeNew(path: string, content: string | Buffer, mode = 0o666): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError([`${path} already exists and was not changed. Choose another name.`]);
    rmSync(path, { force: true });
    throw new UsageError([`${path} cannot be written. ${remedyForFiles}`]);
  }
}

/**
 * Does something that writes files.
 * @param where what cannot be written to, as the sentence names it
 * @param remedy a sentence
 * @throws UsageError if the file system refuses
 */
export function orUnwritable<T>(where: string, remedy: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new UsageError([`${where} cannot be written (${code}). ${remedy}`]);
  }
}
