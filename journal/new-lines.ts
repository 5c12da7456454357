import { join } from 'node:path';
import { exchangesFile, runFile } from './journal.ts';
import type { Footer, JournalLine } from './journal-line.ts';
import { journalLine } from './journal-lines.ts';
import { readLines } from './read-lines.ts';
import { createSetDigest } from './set-digest.ts';

/** Reads a results folder in parts, also while a run writes it: each generator yields what it has not yielded before. */
export interface NewLines {
  /**
   * Lines of run.ndjson.
   * @param isEnded whether nobody writes any more; until then, a last line without a line end is left for later
   * @throws UsageError if the file is missing or a line is not part of a journal
   */
  ofRun(isEnded: boolean): Generator<JournalLine>;
  /** The bytes of complete lines of exchanges.ndjson. @throws UsageError if the file is missing */
  ofExchanges(): Generator<Buffer>;
  /** The number of exchanges yielded so far, and their digest, as `exchangesDigest` calculates it. */
  digest(): Footer['exchanges'];
}

export function newLines(folder: string): NewLines {
  const run = { path: join(folder, runFile), position: 0, lines: 0 };
  const exchanges = { path: join(folder, exchangesFile), position: 0 };
  const digest = createSetDigest();
  return {
    *ofRun(isEnded) {
      for (const { bytes, offset, whole } of readLines(run.path, run.position)) {
        if (!whole && !isEnded) return;
        const line = journalLine(bytes, whole, () => `Line ${run.lines + 1} of ${run.path}`);
        if (line === undefined) return;
        run.lines += 1;
        run.position = offset + bytes.length + 1;
        yield line;
      }
    },
    *ofExchanges() {
      for (const { bytes, offset, whole } of readLines(exchanges.path, exchanges.position)) {
        if (!whole) return;
        exchanges.position = offset + bytes.length + 1;
        digest.add(bytes);
        yield bytes;
      }
    },
    digest: () => ({ count: digest.count, sha256: digest.hex() }),
  };
}
