import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { bareEnvironment, packagePath } from '../package/installed.ts';

const installed = inject('installed');

/** The lowest version of Node that `engines` allows, and the newest of each later major version with long-term support. */
const versions = ['20.19.0', '22', '24', '26'];

/** Downloads a version of Node from the npm registry, as the package `node` does; returns the path of the program. */
function download(version: string, folder: string): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--no-save',
      '--prefix',
      folder,
      `${name}@${version}`,
    ],
    // With --prefix, npm does not read the system's own npmrc, which may name the certificates of a proxy.
    {
      env: { ...bareEnvironment, npm_config_cafile: process.env.NODE_EXTRA_CA_CERTS },
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error(`Node ${version} could not be downloaded: ${stderr}`);
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

describe.each(versions)('On Node %s', (version) => {
  const folder = join(installed.folder, `node-${version}`);
  let node = '';
  const command = (...args: readonly string[]) => {
    const main = packagePath(installed, 'dist/cli/main.js');
    const { status, stdout, stderr } = spawnSync(node, [main, ...args], {
      cwd: folder,
      env: { ...bareEnvironment, CONFORMANCE_CASES: '500' },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  beforeAll(() => {
    node = download(version, folder);
  });

  test('the program is of that version.', () => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    expect(`${stdout.trim()}.`.startsWith(`v${version}.`)).toBe(true);
  });

  test('a quick run passes.', () => {
    const quick = command('run', '--effort', 'quick', '--output', 'quick');
    expect(quick.stderr).toBe('');
    expect(quick.stdout).toMatch(/^conformant \((\d+) of \1 MUST\)$/m);
    expect(quick.status).toBe(0);
  });

  test('a quick run passes over https.', async () => {
    const main = packagePath(installed, 'dist/cli/main.js');
    const server = spawn(node, [main, 'serve', '--tls'], { cwd: folder, env: bareEnvironment });
    try {
      await new Promise<void>((serves) => {
        server.stdout.on('data', (text: Buffer) => {
          if (text.includes('Stop the server')) serves();
        });
      });
      cpSync(join(folder, 'reference-server', '.env'), join(folder, '.env'));
      const quick = command('run', '--effort', 'quick', '--output', 'https');
      expect(quick.stderr).toBe('');
      expect(quick.stdout).toContain(' on https:');
      expect(quick.stdout).toMatch(/^conformant \((\d+) of \1 MUST\)$/m);
      expect(quick.status).toBe(0);
    } finally {
      rmSync(join(folder, '.env'), { force: true });
      server.kill();
    }
  });

  test('a run passes in every format, with nothing on standard error, and can be certified and verified.', () => {
    const formats = 'html,junit,ctrf,sarif,har,badge,markdown,prometheus,logfmt';
    const run = command('run', '--format', formats);
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(/^conformant \((\d+) of \1 MUST\)$/m);
    expect(run.status).toBe(0);
    expect(command('keygen', 'vendor.pem').stderr).toBe('');
    const made = command('certify', '--reference', '--from', 'conformance-results', '--key', 'vendor.pem');
    expect(made.stderr).toBe('');
    expect(made.stdout).toContain('is certified as conformant');
    const verified = command('verify', 'certificate', '--key', 'vendor.pem.pub');
    expect(verified.stderr).toBe('');
    expect(verified.status).toBe(0);
  });

  test('a soak passes with nothing on standard error.', () => {
    const soak = command('run', '--effort', 'soak', '--output', 'soak');
    expect(soak.stderr).toBe('');
    expect(soak.status).toBe(0);
  });
});
