import { closeSync, fstatSync, readSync } from 'node:fs';
import { UsageError } from '../settings/usage-error.ts';
import { openRegular } from './open-regular.ts';

/** A line without its line end; `offset` is its position in the file, in bytes. */
export interface Line {
  readonly bytes: Buffer;
  readonly offset: number;
  /** False for a last line without a line end: the writer was stopped. */
  readonly whole: boolean;
}

const chunkSize = 1 << 20;

/**
 * The non-empty lines of a file, read in chunks so that journals of any length fit into memory. What is written meanwhile is
 * not read.
 * @param start where a line begins, in bytes
 * @throws UsageError if the file cannot be read, or is not a regular one.
 */
export function* readLines(path: string, start = 0): Generator<Line> {
  const file = open(path);
  try {
    let held: Buffer[] = [];
    let offset = start;
    const { size } = fstatSync(file);
    for (let position = start; position < size; ) {
      // Lines are parts of their chunk, not copies, so each chunk is a new one.
      const room = Buffer.allocUnsafeSlow(Math.min(chunkSize, size - position));
      const chunk = room.subarray(0, readSync(file, room, 0, room.length, position));
      if (chunk.length === 0) break;
      position += chunk.length;
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        const rest = chunk.subarray(from, end);
        const bytes = held.length === 0 ? rest : Buffer.concat([...held, rest]);
        held = [];
        from = end + 1;
        if (bytes.length > 0) yield { bytes, offset, whole: true };
        offset += bytes.length + 1;
      }
      if (from < chunk.length) held.push(chunk.subarray(from));
    }
    if (held.length > 0) yield { bytes: Buffer.concat(held), offset, whole: false };
  } finally {
    closeSync(file);
  }
}

function open(path: string): number {
  try {
    return openRegular(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError([
      `${path} cannot be read. Give the results folder of a run, containing run.ndjson and exchanges.ndjson.`,
    ]);
  }
}
