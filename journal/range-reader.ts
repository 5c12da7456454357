import { closeSync, readSync } from 'node:fs';
import { openRegular } from './open-regular.ts';

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
  const file = openRegular(path);
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}
