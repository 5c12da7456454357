import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, emptyFolder } from './command.ts';

/** `npm run test:slow` tries certificates in all their forms. */
test('A certificate is valid for its key, and neither for another one nor after a change.', async () => {
  const cwd = emptyFolder();
  const say = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await command(args, { cwd });
    return `${status} ${stdout}${stderr}`.replace(/\s+/g, ' ');
  };
  await say('keygen', 'vendor.pem');
  await say('keygen', 'other.pem');
  const quickly = ['--undisguised', 'a test'];
  expect(await say('certify', '--reference', '--key', 'vendor.pem', ...quickly)).toMatch(/^0 /);
  expect(await say('verify', 'certificate', '--key', 'vendor.pem.pub')).toMatch(/^0 valid: /);
  expect(await say('verify', 'certificate', '--key', 'other.pem.pub')).toMatch(/^3 rejected \(signature\)/);
  const exchanges = join(cwd, 'certificate', 'evidence', 'exchanges.ndjson');
  writeFileSync(exchanges, readFileSync(exchanges, 'utf8').replace('"status":400', '"status":401'));
  expect(await say('verify', 'certificate', '--key', 'vendor.pem.pub')).toMatch(/^5 rejected \(integrity\)/);
});
