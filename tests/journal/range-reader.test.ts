import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRangeReader } from '../../journal/open-regular.ts';
import { temporaryFile, temporaryFolder } from './temporary-folder.ts';

test('Parts of a file are its bytes, in any order, of any length, and up to its end.', () => {
  const path = join(temporaryFolder(), 'file');
  const numbers = Uint32Array.from({ length: 200_000 }, (_, index) => index * 2_654_435_761);
  const bytes = Buffer.from(numbers.buffer);
  writeFileSync(path, bytes);
  const read = createRangeReader(path);
  const length = fc.oneof(fc.nat(2_000), fc.nat(bytes.length));
  fc.assert(
    fc.property(fc.nat(bytes.length), length, (offset, count) => {
      expect(read(offset, count).equals(bytes.subarray(offset, offset + count))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('A link is not followed.', () => {
  const link = join(temporaryFolder(), 'link');
  symlinkSync(temporaryFile('text'), link);
  expect(() => createRangeReader(link)(0, 4)).toThrow('is a link or not a regular file');
});
