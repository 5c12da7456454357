import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, emptyFolder } from './command.ts';

/** What bash proposes where the last of these words was begun. */
async function proposed(...words: string[]): Promise<string[]> {
  const cwd = emptyFolder();
  const { stdout } = await command(['completion', 'bash'], { cwd });
  writeFileSync(join(cwd, 'completion.bash'), stdout);
  const script = `source completion.bash; COMP_WORDS=(ledger-conformance "$@"); COMP_CWORD=$#; _ledger_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shell = spawnSync('bash', ['-c', script, 'bash', ...words], { cwd, encoding: 'utf8' });
  expect(shell.stderr).toBe('');
  return shell.stdout.split('\n').filter((line) => line !== '');
}

test('bash completes commands, options of a command, and its fixed words.', async () => {
  expect(await proposed('do')).toEqual(['doctor']);
  expect(await proposed('run', '--req')).toEqual(['--require-target', '--require-all']);
  expect(await proposed('run', '--sha')).toEqual(['--shard']);
  expect(await proposed('merge', '--o')).toEqual(['--output']);
  expect(await proposed('list', 'fa')).toEqual(['faults']);
  expect(await proposed('provision', 'c')).toEqual(['clean']);
  expect(await proposed('nothing-known', '')).toEqual([]);
});

test.each([
  ['zsh', "'run:test a target"],
  ['fish', '-l require-target'],
])('There is a script for %s with every command.', async (shell, part) => {
  const { status, stdout } = await command(['completion', shell], { cwd: emptyFolder() });
  expect(status).toBe(0);
  expect(stdout).toContain(part);
  for (const name of ['run', 'init', 'doctor', 'verify', 'completion']) expect(stdout).toContain(name);
  // An apostrophe of a description would end a quotation.
  expect((stdout.match(/'/g) ?? []).length % 2).toBe(0);
});

test('A shell that has no script is status 2, and those that have one are named.', async () => {
  const { status, stderr } = await command(['completion', 'cmd'], { cwd: emptyFolder() });
  expect(stderr).toContain('Use one of bash, zsh, fish.');
  expect(status).toBe(2);
});
