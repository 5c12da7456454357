import type { Exchange } from '../wire/exchange.ts';
import type { Journal } from './journal.ts';
import type { JournalLine } from './journal-line.ts';

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
