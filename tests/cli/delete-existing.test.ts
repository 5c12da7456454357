import { existsSync, lstatSync, mkdirSync, promises, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deleteOnlyWhatExists } from '../../cli/run/delete-existing.ts';
import { temporaryFolder } from '../reports/temporary-folder.ts';

const { rm } = promises;
deleteOnlyWhatExists();

test('What exists is deleted.', async () => {
  const folder = join(temporaryFolder(), 'output');
  mkdirSync(folder);
  writeFileSync(join(folder, 'file'), '');
  await promises.rm(folder, { recursive: true, force: true });
  expect(existsSync(folder)).toBe(false);
});

test('A link to nothing is deleted too.', async () => {
  const link = join(temporaryFolder(), 'link');
  symlinkSync('missing', link);
  await promises.rm(link, { force: true });
  expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
});

test('What is missing is an error only without force, as before.', async () => {
  const missing = join(temporaryFolder(), 'missing');
  await expect(promises.rm(missing, { recursive: true, force: true })).resolves.toBeUndefined();
  await expect(promises.rm(missing)).rejects.toThrow('ENOENT');
  await expect(rm(missing)).rejects.toThrow('ENOENT');
});
