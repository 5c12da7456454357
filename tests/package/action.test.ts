import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { actionWith } from '../examples/pipelines.ts';
import { bareEnvironment, root, served } from './installed.ts';

const { folder } = inject('installed');

test('The action builds the checkout that GitHub gives it, without a token, and tests the target with it.', {
  timeout: 180_000,
}, async () => {
  const checkout = join(folder, 'action');
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  for (const path of paths) cpSync(join(root, path), join(checkout, path));
  const workspace = join(folder, 'job');
  mkdirSync(workspace);
  const { settings, stop } = await served(folder);
  const outputs = join(folder, 'outputs');
  const { scripts, shell, variables } = actionWith({ options: '--effort quick\n--only list-users' });
  const [bash = '', ...options] = shell;
  const env = {
    ...bareEnvironment,
    ...variables,
    ...settings,
    CI: 'true',
    GITHUB_ACTION_PATH: checkout,
    GITHUB_OUTPUT: outputs,
    NODE_ENV: 'production',
  };
  try {
    for (const script of scripts) {
      // Fails if a tool of the build could read the token.
      const guarded = script.replace('npm ci', '[ -z "$TARGET_TOKEN" ]\nnpm ci');
      const { status, stdout, stderr } = spawnSync(bash, [...options, guarded], {
        cwd: workspace,
        env,
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
    }
  } finally {
    stop();
  }
  expect(readFileSync(outputs, 'utf8')).toBe('status=0\n');
  expect(readFileSync(join(workspace, 'conformance-results/junit.xml'), 'utf8')).toContain('<testsuite');
});
