import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../wire/exchange.ts';
import type { JournalLine } from './journal-line.ts';
import { toStored } from './stored-exchange.ts';

/** Where a run writes what it did. Lines of several processes mix, so readers never rely on their order. */
export interface Journal {
  exchange(exchange: Exchange): void;
  line(line: JournalLine): void;
  /** Hands everything over; throws where it cannot be written. */
  flush(): void;
}

/** The two files of a results folder. */
export const runFile = 'run.ndjson';
export const exchangesFile = 'exchanges.ndjson';

/**
 * A journal in a results folder. Both files are only ever appended to, whole lines at a time by one write (O_APPEND),
 * so that workers share them and a killed worker loses at most what it had not flushed.
 */
export function fileJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true });
  const files = {
    run: openSync(join(folder, runFile), 'a'),
    exchanges: openSync(join(folder, exchangesFile), 'a'),
  };
  const pending = { run: [] as string[], exchanges: [] as string[] };
  let characters = 0;
  const append = (file: keyof typeof pending, value: object): void => {
    const text = JSON.stringify(value);
    pending[file].push(text);
    characters += text.length;
    if (characters > 1_000_000) flush();
  };
  const flush = (): void => {
    characters = 0;
    // Exchanges first: a case record never refers to an exchange that is not there.
    for (const file of ['exchanges', 'run'] as const) {
      const lines = pending[file];
      if (lines.length === 0) continue;
      pending[file] = [];
      writeAll(files[file], Buffer.from(`${lines.join('\n')}\n`));
    }
  };
  process.once('exit', () => {
    for (const file of Object.values(files)) closeSync(file);
  });
  return {
    exchange: (exchange) => append('exchanges', toStored(exchange)),
    line: (line) => append('run', line),
    flush,
  };
}

function writeAll(file: number, bytes: Buffer): void {
  const written = writeSync(file, bytes);
  if (written < bytes.length)
    throw new Error(
      `Only ${written} of ${bytes.length} bytes of the journal could be written; is the disk full?`,
    );
}
