import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The package as `npm pack` makes it, installed in a folder that held nothing. */
export interface Installed {
  readonly folder: string;
  readonly bytes: number;
  /** Paths in the package, sorted. */
  readonly files: readonly string[];
  /** What npm said on standard error while it installed. */
  readonly said: string;
}

/** The path of a file of the installed package. */
export function packagePath({ folder }: Installed, path: string): string {
  return join(folder, 'node_modules/ledger-conformance', path);
}

/** Only what a user's shell has: no setting, and nothing of npm or of the test that is running. */
export const bareEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(TARGET|CONFORMANCE|LEDGER|VITEST|npm_|NODE_)/.test(name),
  ),
);

/** @param folder an empty one */
export function install(folder: string): Installed {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
    env: bareEnvironment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const tarball = join(folder, filenameOf(JSON.parse(packed)));
  const bytes = statSync(tarball).size;
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))
    .sort();
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  const made = spawnSync('npm', ['install', ...options, tarball], {
    cwd: folder,
    env: bareEnvironment,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (made.status !== 0) throw new Error(`npm install failed: ${made.stderr}`);
  return { folder, bytes, files, said: made.stderr };
}

/** npm 10 gives an array, npm 11 an array or an object by package. */
function filenameOf(packed: unknown): string {
  const [first] = Object.values(packed as object) as { readonly filename: string }[];
  if (first === undefined) throw new Error('npm pack packed nothing.');
  return first.filename;
}

/** `npx ledger-conformance …` in a folder, or another program, as a user calls it. */
export function npx(
  cwd: string,
  args: readonly string[],
  settings: Record<string, string> = {},
  program = 'ledger-conformance',
) {
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', program, ...args], {
    cwd,
    env: { ...bareEnvironment, ...settings },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return { status, stdout, stderr };
}

/** Starts `serve` of the installed package; its .env, and how to stop it. */
export async function served(cwd: string): Promise<{ settings: Record<string, string>; stop(): void }> {
  const main = join(cwd, 'node_modules/ledger-conformance/dist/cli/main.js');
  const child = spawn(process.execPath, [main, 'serve'], { cwd, env: bareEnvironment });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`serve ended with ${status}.`)));
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Stop the server')) resolve();
    });
  });
  return {
    settings: parse(readFileSync(join(cwd, 'reference-server/.env'))),
    stop: () => void child.kill('SIGINT'),
  };
}
