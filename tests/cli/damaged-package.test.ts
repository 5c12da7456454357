import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedFolder, plainEnvironment } from '../docs/installed-folder.ts';

test('A package with a file missing says that it cannot be loaded.', () => {
  const cwd = installedFolder();
  const dist = join(cwd, 'node_modules/ledger-conformance/dist');
  rmSync(join(dist, 'cli/program.js'));
  const { status, stderr } = spawnSync(process.execPath, [join(dist, 'cli/main.js'), 'list', 'operations'], {
    cwd,
    encoding: 'utf8',
    env: plainEnvironment,
  });
  expect(status).toBe(4);
  expect(stderr).toContain('The suite could not be loaded');
  expect(stderr).toContain('Install it again.');
});
