import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { emptyFolder } from '../cli/command.ts';
import { textOf } from '../docs/documents.ts';
import { inAShell, provideCommands } from './in-a-shell.ts';

const text = textOf('examples/ci/Jenkinsfile');

/** The scripts of its `sh` steps, as the shell gets them. */
const scripts = [...text.matchAll(/'''\n([\s\S]*?)'''/g)].map(([, script = '']) =>
  script.replaceAll('\\\\', '\\'),
);
const [install = 'exit 99', conformance = 'exit 99'] = scripts;

/** Its `environment`, as assignments of constant texts. */
const environment: Record<string, string> = Object.fromEntries(
  [...(/environment \{([\s\S]*?)\n {2}\}/.exec(text)?.[1] ?? '').matchAll(/^ +(\w+) = '([^']*)'$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

test('What opens in the Jenkinsfile is closed in order, and its directives are those of a declarative pipeline.', () => {
  const code = text.replace(/^\s*\/\/.*$/gm, '').replace(/'''[\s\S]*?'''|'[^']*'|"[^"]*"/g, "''");
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    const opening = { ')': '(', ']': '[', '}': '{' }[bracket];
    if (opening === undefined) open.push(bracket);
    else expect(open.pop()).toBe(opening);
  }
  expect(open).toEqual([]);
  const directives = [...code.matchAll(/^ {2}(\w+) \{/gm)].map(([, name]) => name);
  expect(directives).toEqual(['agent', 'options', 'environment', 'stages', 'post']);
});

test('The steps of the Jenkinsfile install the package and test the target; the token is there only for the test.', {
  timeout: 90_000,
}, async () => {
  expect(scripts).toHaveLength(2);
  expect(text.split('withCredentials')[0]).not.toContain('TARGET_TOKEN');
  expect(text).toContain("variable: 'TARGET_TOKEN'");
  const cwd = emptyFolder();
  const [temporary, commands] = [join(cwd, 'tmp dir'), join(cwd, 'commands')];
  provideCommands(commands, '--only LU-SUCCESS --effort quick');
  provideCommands(join(temporary, 'suite/node_modules/.bin'), '--only LU-SUCCESS --effort quick');
  const given: Record<string, string> = { ...environment, WORKSPACE_TMP: temporary };
  expect((await inAShell(cwd, install, given, commands)).status).toBe(0);
  expect(readFileSync(join(commands, 'npm.log'), 'utf8')).toMatch(
    /^install --prefix .*suite --cache .*npm --no-audit --no-fund --ignore-scripts ledger-conformance-[\d.]+tgz\n$/,
  );
  const server = await startReference();
  onTestFinished(() => server.close());
  const ran = await inAShell(cwd, conformance, { ...given, ...server.environment });
  expect(ran.stdout).toMatch(/^suite=ledger-conformance .* status=0 /m);
  expect(ran.status).toBe(0);
  const [, junit = ''] = /junit testResults: '([^']+)'/.exec(text) ?? [];
  expect(existsSync(join(cwd, junit))).toBe(true);
  const { TARGET_BASE_URL: _, ...nowhere } = given;
  expect((await inAShell(cwd, conformance, nowhere)).status).toBe(2);
});

test('The statuses 1, 3 and the others are told apart.', () => {
  expect(text).toMatch(/if \(status == 1\) \{\s+error 'The target is not conformant\.'/);
  expect(text).toMatch(/else if \(status == 3\) \{[^}]*catchError\(buildResult: 'UNSTABLE'/);
  expect(text).toMatch(/else if \(status != 0\) \{\s+error "/);
});
