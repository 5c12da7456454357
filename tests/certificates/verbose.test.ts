import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalStatus } from '../../certificate/refusal.ts';
import { rules } from '../../certificate/rules.ts';
import { command, emptyFolder } from '../cli/command.ts';
import { sharedCertificate } from './certificate.ts';

/** What `verify --verbose` prints, in one line, and its exit status. */
async function verified(bundle: string, key: string): Promise<{ status: number | null; said: string }> {
  const { status, stdout } = await command(['verify', bundle, '--key', key, '--verbose'], {
    cwd: emptyFolder(),
  });
  return { status, said: stdout.replace(/\s+/g, ' ') };
}

const heads = rules.map(
  ({ kind, sentence }, index) =>
    `rule ${index + 1} of ${rules.length} (${refusalStatus(kind)}): ${sentence.replace(/\s+/g, ' ')}`,
);

test('verify --verbose prints each rule with what was looked at, and then what the bundle says.', {
  timeout: 900_000,
}, async () => {
  const { folder } = await sharedCertificate();
  const { status, said } = await verified(join(folder, 'certificate'), join(folder, 'vendor.pem.pub'));
  expect(status).toBe(0);
  for (const head of heads) expect(said).toContain(`${head} Looked at: `);
  expect(said.match(/Looked at: [^.]/g)).toHaveLength(rules.length);
  expect(said).toContain(`rules: ${rules.length}, all kept`);
});

test('The rule that is broken is the last one, and is explained.', { timeout: 900_000 }, async () => {
  const { folder } = await sharedCertificate();
  const given = join(emptyFolder(), 'given');
  cpSync(join(folder, 'certificate'), given, { recursive: true });
  writeFileSync(join(given, 'waivers.json'), '[ ]\n');
  const { status, said } = await verified(given, join(folder, 'vendor.pem.pub'));
  expect(status).toBe(5);
  const broken = rules.findIndex(({ sentence }) =>
    sentence.startsWith('Each file of the manifest is present'),
  );
  expect(said).toContain(`${heads[broken - 1]} Looked at: `);
  expect(said).toContain(`${heads[broken]} It is broken. rejected (integrity): waivers.json is not the file`);
  expect(said).not.toContain(heads[broken + 1]);
});
