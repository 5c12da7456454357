import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Texts are combined up to this length, so that a file of many small pieces needs few writes. */
const together = 1 << 20;

/**
 * Writes a file atomically: pieces go into a temporary file next to it, which is renamed at the end.
 * @throws Error of the file system; then nothing is left behind, and an earlier file of that name is unchanged.
 */
export function writeWhole(path: string, pieces: Iterable<string>): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    // What has this name, such as a link, is not written to.
    rmSync(temporary, { force: true });
    const file = openSync(temporary, 'wx');
    try {
      let held = '';
      for (const piece of pieces) {
        held += piece;
        if (held.length < together) continue;
        writeFileSync(file, held);
        held = '';
      }
      writeFileSync(file, held);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
