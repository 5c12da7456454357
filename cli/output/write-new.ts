import { writeFileSync } from 'node:fs';
import { UsageError } from '../../settings/usage-error.ts';

/**
 * Writes a file that must not exist yet.
 * @throws UsageError if it does, or cannot be written
 */
export function writeNew(path: string, bytes: Buffer): void {
  try {
    writeFileSync(path, bytes, { flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new UsageError([
      exists
        ? `${path} already exists and was not changed. Choose another name.`
        : `${path} cannot be written. Choose a writable folder with free space.`,
    ]);
  }
}
