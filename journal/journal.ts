import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwritableResults } from '../settings/run-errors.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { JournalLine } from './journal-line.ts';
import { openRegular } from './open-regular.ts';
import { toStored } from './stored-exchange.ts';

/** Where a run records what it did. Lines of several processes interleave, so readers never rely on their order. */
export interface Journal {
  exchange(exchange: Exchange): void;
  line(line: JournalLine): void;
  /** Writes everything buffered. @throws UnwritableResults if that fails. */
  flush(): void;
}

/** The two files of a results folder. */
export const runFile = 'run.ndjson';
export const exchangesFile = 'exchanges.ndjson';

/**
 * A journal in a results folder. Both files are only appended to, whole lines in a single write (O_APPEND), so that workers
 * can share them and a killed worker loses at most what it had not flushed.
 * @throws UsageError if one of them is a link or not a regular file
 */
export function fileJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true });
  const files = {
    run: openRegular(join(folder, runFile), 'append'),
    exchanges: openRegular(join(folder, exchangesFile), 'append'),
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
    // Exchanges first, so that a case record never refers to a missing exchange.
    for (const file of ['exchanges', 'run'] as const) {
      const lines = pending[file];
      if (lines.length === 0) continue;
      pending[file] = [];
      try {
        writeFileSync(files[file], Buffer.from(`${lines.join('\n')}\n`));
      } catch (error) {
        throw unwritableResults(folder, error);
      }
    }
  };
  return {
    exchange: (exchange) => append('exchanges', toStored(exchange)),
    line: (line) => append('run', line),
    flush,
  };
}

/** A journal in memory, for running checks without a results folder. */
export interface MemoryJournal extends Journal {
  readonly lines: readonly JournalLine[];
  readonly exchanges: ReadonlyMap<string, Exchange>;
}

export function memoryJournal(): MemoryJournal {
  const lines: JournalLine[] = [];
  const exchanges = new Map<string, Exchange>();
  return {
    lines,
    exchanges,
    exchange: (exchange) => exchanges.set(exchange.id, exchange),
    line: (line) => lines.push(line),
    flush: () => undefined,
  };
}
