import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../docs/documents.ts';
import { emptyFolder } from './command.ts';
import { commandHere } from './command-here.ts';

const help = async (...args: string[]): Promise<string> =>
  (await commandHere([...args, '--help'], { cwd: emptyFolder() })).stdout;

test('Every help is readable at 80 columns, and every command and option has a description.', {
  timeout: 900_000,
}, async () => {
  const overview = await help();
  const commands = [...(overview.split('Commands:\n')[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)].map(
    ([, name = '']) => name,
  );
  expect(commands).toContain('init');
  for (const args of [
    [],
    ...commands.filter((name) => name !== 'help').map((name) => [name]),
    ['provision', 'clean'],
  ]) {
    const lines = (await help(...args)).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeGreaterThan(4);
    const undescribed = lines.filter(
      (line, at) => /^ {2}\S+(?: \S+)*$/.test(line) && !/^ {5}/.test(lines[at + 1] ?? ''),
    );
    expect(undescribed).toEqual([]);
  }
});

test('A reader that stops reading changes neither the status nor what stands on standard error.', () => {
  const script = '"$0" dist/cli/main.js list requirements | true; exit $PIPESTATUS';
  const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
