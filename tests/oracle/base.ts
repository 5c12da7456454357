import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a command, and ends with what it said if it fails. */
function need(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed in ${cwd}: ${stdout}${stderr}`);
}

/**
 * Packs the base from the history of this checkout, once, and installs that package as a user would.
 * @param root the checkout; its history must contain the base
 * @param commit the base: what it does is what this build must do
 * @returns the command of the base
 */
export function installBase(root: string, commit: string): string {
  const folder = join(root, 'tests', 'oracle', 'base', commit);
  const main = join(folder, 'node_modules', 'ledger-conformance', 'dist', 'cli', 'main.js');
  if (existsSync(main)) return main;
  mkdirSync(folder, { recursive: true });
  if (!readdirSync(folder).some((name) => name.endsWith('.tgz'))) pack(root, commit, folder);
  const packages = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  need('npm', ['init', '--yes'], folder);
  need('npm', ['install', '--no-audit', '--no-fund', ...packages.map((name) => `./${name}`)], folder);
  return main;
}

function pack(root: string, commit: string, folder: string): void {
  const checkout = mkdtempSync(join(tmpdir(), 'ledger-conformance-base-'));
  try {
    need('git', ['clone', '--quiet', '--no-checkout', root, checkout], root);
    need('git', ['checkout', '--quiet', commit], checkout);
    need('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], checkout);
    need('npm', ['pack', '--pack-destination', folder], checkout);
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}
