import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../settings/usage-error.ts';

const lockFile = '.running';

/**
 * Takes a results folder for one run: two that write to the same would mix what they found, and each would be judged by
 * the other's answers. Gives back how to let go of it. The lock of a process that is gone holds nothing.
 * @throws UsageError where another run holds it.
 */
export function lockResults(folder: string): () => void {
  const path = join(folder, lockFile);
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(path, 'utf8'));
    if (owner !== process.pid && isAlive(owner)) {
      throw new UsageError([
        `Another run (process ${owner}) writes to ${folder}. Wait for it, or give this one a folder of its own with --output. If there is none, remove ${path}.`,
      ]);
    }
    writeFileSync(path, String(process.pid));
  }
  return () => rmSync(path, { force: true });
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
