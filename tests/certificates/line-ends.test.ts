import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programDigest } from '../../certificate/verifier.ts';
import { emptyFolder } from '../cli/command.ts';
import { sharedCertificate } from './certificate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the checkout in which each text file has CRLF, as git makes it with core.autocrlf and without .gitattributes. */
function checkoutWithCrlf(): string {
  const copy = emptyFolder();
  const options = { cwd: root, encoding: 'utf8' } as const;
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options);
  for (const path of listed.trim().split('\n')) {
    if (/^tests\/|\.(?:gz|png)$/.test(path)) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), readFileSync(join(root, path), 'utf8').replace(/\r?\n/g, '\r\n'));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

function node(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status, stdout).toBe(0);
  return stdout;
}

test('A checkout with CRLF makes the same program, and each verifies the certificates of the other.', {
  timeout: 900_000,
}, async () => {
  const copy = checkoutWithCrlf();
  node(copy, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  node(copy, '.ci/copy-files.mjs');
  expect(programDigest(join(copy, 'dist'))).toBe(programDigest());

  const [here, there] = [join(root, 'dist/cli/main.js'), join(copy, 'dist/cli/main.js')];
  const { folder } = await sharedCertificate();
  expect(node(folder, there, 'verify', 'certificate', '--key', 'vendor.pem.pub')).toContain('conformant');

  const cwd = emptyFolder();
  expect(node(cwd, there, 'run', '--effort', 'quick')).toContain('conformant (');
  node(cwd, there, 'keygen', 'vendor.pem');
  const results = join(folder, 'conformance-results');
  node(cwd, there, 'certify', '--reference', '--from', results, '--key', 'vendor.pem');
  expect(node(cwd, here, 'verify', 'certificate', '--key', 'vendor.pem.pub')).toContain('conformant');
});
