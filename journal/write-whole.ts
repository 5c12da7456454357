import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Texts are written together up to this length, so that a file of many small pieces takes few calls. */
const together = 1 << 20;

/**
 * Writes a file whole or not at all: pieces go into a temporary file beside it, which takes its name at the end.
 * @throws Error of the file system; nothing is left behind then, and an earlier file of the name stays.
 */
export function writeWhole(path: string, pieces: Iterable<string>): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, 'w');
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
