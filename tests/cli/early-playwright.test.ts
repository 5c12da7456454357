import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../reports/temporary-folder.ts';
import { command } from './command.ts';

/** Runs the command, and returns its status and the scripts and ids of all processes that it started. */
async function processesOf(...args: string[]) {
  const folder = temporaryFolder();
  const [hook, log] = [join(folder, 'hook.cjs'), join(folder, 'log')];
  writeFileSync(log, '');
  writeFileSync(
    hook,
    "require('node:fs').appendFileSync(process.env.PROCESS_LOG, process.pid + ' ' + process.argv[1] + '\\n');",
  );
  const settings = { NODE_OPTIONS: `--require=${hook}`, PROCESS_LOG: log };
  const { status } = await command(args, { cwd: folder, settings });
  const processes = readFileSync(log, 'utf8').trim().split('\n');
  return { status, processes: processes.map((line) => line.split(' ')) };
}

function isAlive(pid: string | undefined): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

test.each([
  ['an unknown option', ['run', '--nope']],
  ['a wrong value', ['run', '--format', 'nope']],
])('Playwright, started early, does not outlive a run that %s ends.', async (_, args) => {
  const { status, processes } = await processesOf(...args);
  expect(status).toBe(2);
  await vi.waitFor(() => expect(processes.filter(([pid]) => isAlive(pid))).toEqual([]), { timeout: 10_000 });
});

test.each([
  ['help', ['run', '--help'], 0],
  ['resuming nothing', ['run', '--resume'], 2],
  ['another command', ['list', 'operations'], 0],
])('%s starts no Playwright early.', async (_, args, expected) => {
  const { status, processes } = await processesOf(...args);
  expect(status).toBe(expected);
  expect(processes).toHaveLength(1);
});
