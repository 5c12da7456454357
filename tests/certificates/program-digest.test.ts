import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programDigest } from '../../certificate/verifier.ts';
import { emptyFolder } from '../cli/command.ts';
import { sharedCertificate, text } from './certificate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('The README of a bundle has the digest of the program, and the command that prints it.', {
  timeout: 900_000,
}, async () => {
  const readme = text((await sharedCertificate()).files, 'README.md');
  const command = /^ {4}(cd dist && [\s\S]*? \| sha256sum)$/m.exec(readme)?.[1] ?? 'false';
  const { stdout, status } = spawnSync('bash', ['-c', command], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout.slice(0, 64)).toBe(programDigest());
  expect(readme).toContain(`SHA-256 ${programDigest()}`);
  expect(readme).not.toContain('npx');
});

test('Another program has another digest; tests and declarations belong to none.', () => {
  const copy = join(emptyFolder(), 'dist');
  cpSync(join(root, 'dist', 'json'), join(copy, 'json'), { recursive: true });
  const before = programDigest(copy);
  writeFileSync(join(copy, 'json', 'more.d.ts'), '');
  expect(programDigest(copy)).toBe(before);
  writeFileSync(join(copy, 'json', 'more.js'), '');
  expect(programDigest(copy)).not.toBe(before);
});
