import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { UsageError } from '../settings/usage-error.ts';

/** Links are not followed, and opening a pipe does not wait for its other end. Windows has neither flag. */
const unfollowed = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const flags = {
  read: constants.O_RDONLY | unfollowed,
  append: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | unfollowed,
};

/**
 * Opens a file of a results folder, which may come from another person: a link in it could lead to any file of its reader, whose
 * lines would then be in messages and reports, or to which a resumed run would append.
 * @throws UsageError if it is a link or not a regular file; Error of the file system
 */
export function openRegular(path: string, purpose: keyof typeof flags): number {
  const file = openUnfollowed(path, flags[purpose]);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw notRegular(path);
}

/** The content of such a file. */
export function readRegular(path: string): Buffer {
  const file = openRegular(path, 'read');
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The errors of opening a link, of writing to a pipe without a reader, and of writing to a folder. */
const notRegularCodes: readonly (string | undefined)[] = ['ELOOP', 'ENXIO', 'EISDIR'];

function openUnfollowed(path: string, flag: number): number {
  try {
    return openSync(path, flag);
  } catch (error) {
    if (notRegularCodes.includes((error as NodeJS.ErrnoException).code)) throw notRegular(path);
    throw error;
  }
}

function notRegular(path: string): UsageError {
  return new UsageError([
    `${path} is a link or not a regular file, so it is not opened. Copy the file into the folder.`,
  ]);
}

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
    yield* linesIn(chunksOf(file, start), start, path);
  } finally {
    closeSync(file);
  }
}

function* chunksOf(file: number, start: number): Generator<Buffer> {
  const { size } = fstatSync(file);
  for (let position = start; position < size; ) {
    // Lines are parts of their chunk, not copies, so each chunk is a new one.
    const room = Buffer.allocUnsafeSlow(Math.min(chunkSize, size - position));
    const chunk = room.subarray(0, readSync(file, room, 0, room.length, position));
    if (chunk.length === 0) return;
    position += chunk.length;
    yield chunk;
  }
}

/** A line has a response, whose body is bounded, as text; in MiB. */
const longestMebibytes = 160;

/**
 * The non-empty lines of a content in chunks, the first of which is at an offset.
 * @throws UsageError that names the content, if a line has no end for longer than any that a run writes
 */
export function* linesIn(chunks: Iterable<Buffer>, start: number, name: string): Generator<Line> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let offset = start;
  for (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const rest = chunk.subarray(from, end);
      const bytes = held.length === 0 ? rest : Buffer.concat([...held, rest]);
      held = [];
      heldBytes = 0;
      from = end + 1;
      if (bytes.length > 0) yield { bytes, offset, whole: true };
      offset += bytes.length + 1;
    }
    if (from < chunk.length) held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    if (heldBytes > longestMebibytes * 1024 ** 2)
      throw new UsageError([
        `${name} has a line of more than ${longestMebibytes} MiB. Give an unchanged results folder, or run again with a new one.`,
      ]);
  }
  if (held.length > 0) yield { bytes: Buffer.concat(held), offset, whole: false };
}

function open(path: string): number {
  try {
    return openRegular(path, 'read');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError([
      `${path} cannot be read. Give the results folder of a run, containing run.ndjson and exchanges.ndjson.`,
    ]);
  }
}

const blockSize = 1 << 17;

/**
 * Reads parts of a file that does not change. The block around a part is kept: judges ask for exchanges almost in the order of
 * their file, and opening a file for each takes longer than reading it.
 * @returns the bytes at an offset; fewer if the file ends before
 * @throws UsageError if it is not a regular file; Error of the file system
 */
export function createRangeReader(path: string): (offset: number, length: number) => Buffer {
  let block: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  return (offset, length) => {
    if (length > blockSize) return readAt(path, offset, length);
    const end = offset + length;
    if (offset < block.start || end > block.start + block.bytes.length) {
      // Some before it too: what two workers wrote at the same time is asked for in turns.
      const start = Math.max(0, end - blockSize / 2 - length);
      block = { start, bytes: readAt(path, start, blockSize + length) };
    }
    return block.bytes.subarray(offset - block.start, end - block.start);
  };
}

function readAt(path: string, offset: number, length: number): Buffer {
  const file = openRegular(path, 'read');
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}

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
