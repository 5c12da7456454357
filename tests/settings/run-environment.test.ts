import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { temporaryFolder } from '../journal/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

function folderWith(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), text);
  return folder;
}

test('Environment variables take precedence over .env.', () => {
  vi.stubEnv('TARGET_TOKEN', 'from the environment');
  const merged = environmentWithFile(
    folderWith(
      '# a comment\nTARGET_TOKEN=from the file\nTARGET_USER_ID="a user"\nexport TARGET_PROFILE=document\n',
    ),
  );
  expect(merged).toMatchObject({
    TARGET_TOKEN: 'from the environment',
    TARGET_USER_ID: 'a user',
    TARGET_PROFILE: 'document',
  });
  expect(process.env.TARGET_USER_ID).toBeUndefined();
});

test('A variable that is set and empty in the environment wins as well.', () => {
  vi.stubEnv('TARGET_BASE_URL', '');
  expect(environmentWithFile(folderWith('TARGET_BASE_URL=http://127.0.0.1\n')).TARGET_BASE_URL).toBe('');
});

test('Without a .env the environment stands alone.', () => {
  vi.stubEnv('TARGET_USER_ID', 'somebody');
  expect(environmentWithFile(temporaryFolder())).toEqual(process.env);
});

test('A .env that cannot be read is a usage error.', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.env'));
  expect(() => environmentWithFile(folder)).toThrow(UsageError);
});
