import { readFileSync } from 'node:fs';
import { UsageError } from '../../../settings/usage-error.ts';

/**
 * The bytes of a file to attach.
 * @throws UsageError if it cannot be read
 */
export function readGivenFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new UsageError([`${path} cannot be read. Give a file that exists.`]);
  }
}
