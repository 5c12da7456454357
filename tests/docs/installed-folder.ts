import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder } from '../cli/command.ts';
import { root } from './documents.ts';

/**
 * A folder in which the package is installed, as `npm install` leaves it, with what is built: the package is a copy, because
 * Playwright treats files outside node_modules as the user's own, and its dependencies are links.
 */
export function installedFolder(whenFinished?: (then: () => void) => void): string {
  const cwd = emptyFolder(whenFinished);
  const modules = join(cwd, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => !each.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  const own = join(modules, 'ledger-conformance');
  for (const name of ['dist', 'docs', 'examples', 'requirements', 'package.json'])
    cpSync(join(root, name), join(own, name), { recursive: true });
  symlinkSync('../ledger-conformance/dist/cli/main.js', join(modules, '.bin/ledger-conformance'));
  symlinkSync('../@playwright/test/cli.js', join(modules, '.bin/playwright'));
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n');
  return cwd;
}

/** What a user's shell has: no setting, and nothing of npm or of the test that is running. */
export const plainEnvironment: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(TARGET|CONFORMANCE|LEDGER|VITEST|npm_|NODE_)/.test(name),
  ),
);
