import { UsageError } from '../../settings/usage-error.ts';

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
