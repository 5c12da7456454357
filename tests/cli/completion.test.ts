import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { everyFault } from '../../reference/changes.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { emptyFolder } from './command.ts';
import { commandHere } from './command-here.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What `complete` prints for these words. */
async function offered(...words: string[]): Promise<string[]> {
  const { status, stdout, stderr } = await commandHere(['complete', '--', ...words], { cwd: emptyFolder() });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

test('Commands, options and commands inside of a command are offered.', async () => {
  expect(await offered('do')).toEqual(['doctor']);
  expect(await offered('run', '--req')).toEqual(['--require-target', '--require-all']);
  expect(await offered('merge', 'one', '--o')).toEqual(['--output']);
  expect(await offered('provision', 'c')).toEqual(['clean']);
  expect(await offered('help', 'ex')).toEqual(['explain']);
  expect(await offered('')).not.toContain('complete');
  expect(await offered('nothing-known', '')).toEqual([]);
});

test('The values of options are offered.', async () => {
  expect(await offered('run', '--effort', '')).toEqual(['quick', 'standard', 'soak']);
  expect(await offered('run', '--effort', '=', 'q')).toEqual(['quick']);
  expect(await offered('run', '--effort=q')).toEqual(['--effort=quick']);
  expect(await offered('run', '--seed', 'r')).toEqual(['random']);
  expect(await offered('serve', '--profile', 'c')).toEqual(['canton-3.5']);
  expect(await offered('keygen', 'vendor.pem', '--type', '')).toEqual(['ed25519', 'p-256']);
  expect(await offered('compare', 'one', 'two', '--format', 'm')).toEqual(['markdown']);
  expect(await offered('trend', 'nights', '--format', 's')).toEqual(['svg']);
  expect(await offered('run', '--output', '')).toEqual([]);
});

test('The values of arguments are offered, once.', async () => {
  expect(await offered('explain', 'AUTH-ALG-N')).toEqual(['AUTH-ALG-NONE']);
  expect(await offered('explain', '--format', 'json', 'AUTH-ALG-N')).toEqual(['AUTH-ALG-NONE']);
  expect(await offered('explain', 'AUTH-ALG-NONE', '')).toEqual([]);
  expect(await offered('list', 'fa')).toEqual(['faults']);
  expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
});

test('In a list, what is given already stays in front, and is not offered again.', async () => {
  expect(await offered('run', '--format', 'junit,j')).toEqual([]);
  expect(await offered('run', '--format', 'junit,c')).toEqual(['junit,ctrf']);
  const [operation = ''] = operationStems;
  expect(await offered('run', '--only', `AUTH-ALG-NONE,${operation}`)).toEqual([
    `AUTH-ALG-NONE,${operation}`,
  ]);
});

test('Every fault is offered.', async () => {
  expect(await offered('serve', '--fault', '')).toEqual(everyFault.map(({ id }) => id));
});

const shells = {
  bash: `source script; COMP_WORDS=(ledger-conformance "$@"); COMP_CWORD=$#; _ledger_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() { :; }; compadd() { shift 3; print -l -- "$@"; }; _files() { :; }; source ./script; words=(ledger-conformance "$@"); CURRENT=$(( $# + 1 )); _ledger_conformance`,
  fish: 'source script; complete -C "ledger-conformance $argv"',
} as const;

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** What a shell offers with its script, where the last of these words was begun. */
async function offeredBy(shell: keyof typeof shells, ...words: string[]): Promise<string[]> {
  const cwd = emptyFolder();
  const { stdout } = await commandHere(['completion', shell], { cwd });
  writeFileSync(join(cwd, 'script'), stdout);
  writeFileSync(join(cwd, 'ledger-conformance'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(join(cwd, 'ledger-conformance'), 0o755);
  const env = { ...process.env, PATH: `${cwd}${delimiter}${process.env.PATH}`, HOME: cwd };
  const name = shell === 'fish' ? [] : [shell];
  const { stdout: said, stderr } = spawnSync(shell, ['-c', shells[shell], ...name, ...words], {
    cwd,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return said.split('\n').filter((line) => line !== '');
}

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  test.skipIf(!isThere(shell))(`${shell} offers commands, options and values.`, async () => {
    expect(await offeredBy(shell, 'do')).toEqual(['doctor']);
    expect(await offeredBy(shell, 'run', '--sha')).toEqual(['--shard']);
    expect(await offeredBy(shell, 'run', '--effort', 'qu')).toEqual(['quick']);
    expect(await offeredBy(shell, 'run', '--format', 'junit,c')).toEqual(['junit,ctrf']);
  });
}

test.skipIf(!isThere('bash'))(
  'bash completes the value behind an equals sign, which it takes for a word.',
  async () => {
    expect(await offeredBy('bash', 'run', '--effort', '=')).toEqual(['quick', 'standard', 'soak']);
    expect(await offeredBy('bash', 'run', '--effort', '=', 'qu')).toEqual(['quick']);
  },
);

test('A shell that has no script is status 2, and those that have one are named.', async () => {
  const { status, stderr } = await commandHere(['completion', 'cmd'], { cwd: emptyFolder() });
  expect(stderr).toContain('Use one of bash, zsh, fish.');
  expect(status).toBe(2);
});
