import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, emptyFolder } from '../cli/command.ts';
import { sharedCertificate } from './certificate.ts';

test('Bundles are compared too, as folder and as archive.', async () => {
  const cwd = emptyFolder();
  const { folder } = await sharedCertificate();
  const from = ['--from', join(folder, 'conformance-results'), '--key', join(folder, 'vendor.pem')];
  const made = await command(['certify', '--reference', ...from, '--bundle', 'c.zip'], { cwd });
  expect(made.stderr).toBe('');
  const { status, stdout } = await command(['compare', join(folder, 'certificate'), 'c.zip'], { cwd });
  expect(stdout).toContain('No regression');
  expect(stdout).not.toContain('Timing is not compared');
  expect(status).toBe(0);
}, 900_000);
