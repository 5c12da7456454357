import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { finished } from '../cli/command.ts';
import { actionWith } from '../examples/pipelines.ts';
import { bareEnvironment, root } from './installed.ts';

const { folder } = inject('installed');

test('The action builds the checkout that GitHub gives it, without a token, and tests the target with it.', {
  timeout: 900_000,
}, async () => {
  const checkout = join(folder, 'action');
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  for (const path of paths) cpSync(join(root, path), join(checkout, path));
  const workspace = join(folder, 'job');
  mkdirSync(workspace);
  const server = await startReference();
  onTestFinished(() => server.close());
  const outputs = join(folder, 'outputs');
  const { scripts, shell, variables } = actionWith({ options: '--effort quick\n--only list-users' });
  const [bash = '', ...options] = shell;
  const env = {
    ...bareEnvironment,
    ...variables,
    ...server.environment,
    CI: 'true',
    GITHUB_ACTION_PATH: checkout,
    GITHUB_OUTPUT: outputs,
    NODE_ENV: 'production',
  };
  for (const script of scripts) {
    // Fails if a tool of the build could read the token.
    const guarded = script.replace('npm ci', '[ -z "$TARGET_TOKEN" ]\nnpm ci');
    const step = spawn(bash, [...options, guarded], {
      cwd: workspace,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { status, stdout, stderr } = await finished(step);
    expect(status, stdout + stderr).toBe(0);
  }
  expect(readFileSync(outputs, 'utf8')).toBe('status=0\n');
  expect(readFileSync(join(workspace, 'conformance-results/junit.xml'), 'utf8')).toContain('<testsuite');
});
