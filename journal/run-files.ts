import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { exchangesFile, runFile } from './journal.ts';
import { createRangeReader, type Line, linesIn, readLines } from './open-regular.ts';

type Name = typeof runFile | typeof exchangesFile;

/** The files of a run, in a results folder or in memory. */
export interface RunFiles {
  /** What messages call the folder. */
  readonly name: string;
  has(file: Name): boolean;
  /**
   * The lines of a file from an offset on, where a line begins.
   * @throws UsageError if there is no such file, or it is not a regular one
   */
  lines(file: Name, start?: number): Iterable<Line>;
  /** Reads parts of a file to which nothing is added any more. */
  reader(file: Name): (offset: number, length: number) => Buffer;
}

export function filesIn(folder: string): RunFiles {
  return {
    name: folder,
    has: (file) => existsSync(join(folder, file)),
    lines: (file, start) => readLines(join(folder, file), start),
    reader: (file) => createRangeReader(join(folder, file)),
  };
}

/** @param contents by the names of the files; one that is not there is empty */
export function filesInMemory(name: string, contents: Readonly<Partial<Record<Name, Buffer>>>): RunFiles {
  const of = (file: Name): Buffer => contents[file] ?? Buffer.alloc(0);
  return {
    name,
    has: (file) => contents[file] !== undefined,
    lines: (file, start = 0) => linesIn([of(file).subarray(start)], start, join(name, file)),
    reader: (file) => (offset, length) => of(file).subarray(offset, offset + length),
  };
}
