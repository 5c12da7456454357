import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readBundle } from '../../certificate/bundle-store.ts';
import { manifestFile, manifestOf } from '../../certificate/manifest.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { temporaryFolder } from '../reports/temporary-folder.ts';

vi.mock('node:fs', { spy: true });

/** A file of so many MiB, all zeros, which takes no room on the disk. */
function rubbish(folder: string, name: string, mebibytes: number): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  truncateSync(path, mebibytes * 1024 ** 2);
  return path;
}

test('A large file that is no archive is refused before it is read.', async () => {
  const { readFileSync } = await import('node:fs');
  const path = rubbish(temporaryFolder(), 'bundle.zip', 490);
  vi.mocked(readFileSync).mockClear();
  expect(() => readBundle(path)).toThrow('The archive has more than 128 MiB.');
  expect(readFileSync).not.toHaveBeenCalled();
});

test.each([
  ['without a manifest', 490, undefined, 'exchanges.ndjson is not the file that was signed'],
  ['with a manifest that is too long', 490, 2, 'exchanges.ndjson is not the file that was signed'],
  ['in two files', 300, 300, 'more than 512 MiB'],
])('A folder of large files %s is refused before they are read.', async (_, mebibytes, more, problem) => {
  const { readFileSync } = await import('node:fs');
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'evidence'));
  rubbish(folder, 'evidence/exchanges.ndjson', mebibytes);
  if (more !== undefined) rubbish(folder, 'manifest.json', more);
  vi.mocked(readFileSync).mockClear();
  expect(() => readBundle(folder)).toThrow(problem);
  expect(readFileSync).not.toHaveBeenCalled();
});

test.each([0, 1])('A large file is read if it is as long as the manifest says: %d bytes more.', (more) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'evidence'));
  const path = 'evidence/exchanges.ndjson';
  const mebibytes = 129;
  rubbish(folder, path, mebibytes);
  const [entry] = manifestOf(new Map([[path, Buffer.alloc(1)]])).files;
  const files = [{ ...entry, size: mebibytes * 1024 ** 2 + more }];
  writeFileSync(join(folder, manifestFile), jsonFile({ schemaVersion: 1, files }));
  const read = () => readBundle(folder);
  if (more > 0) expect(read).toThrow(`${path} is not the file that was signed`);
  else expect(read().get(path)).toHaveLength(mebibytes * 1024 ** 2);
});

test('A folder with an empty one in it is refused: nothing of that is signed.', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'evidence', 'certified by nobody'), { recursive: true });
  expect(() => readBundle(folder)).toThrow('evidence/certified by nobody is an empty folder.');
});
