import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { startReference } from '../../reference/start.ts';
import type { Report } from '../../reports/report/report.ts';
import { command, emptyFolder } from '../cli/command.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const soak = ['run', '--only', 'list-users', '--effort', 'soak', '--nonce', 'n1'];
const settings = { CONFORMANCE_CASES: '30000' };

function countsIn(folder: string): Report['counts'] {
  return (JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report).counts;
}

/** How many checkpoints the journal of a run holds by now. */
function checkpoints(folder: string): number {
  try {
    return readFileSync(join(folder, 'run.ndjson'), 'utf8').split('{"type":"sum"').length - 1;
  } catch {
    return 0;
  }
}

/** Starts a soak and kills the whole of it, without a word, once it is some way on. */
async function killed(cwd: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main, ...soak, '--output', 'stopped'], {
    cwd,
    env: { PATH, ...settings, ...environment },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (checkpoints(join(cwd, 'stopped')) < 5 && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 20));
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await ended;
}

test('A soak that was killed goes on behind its last checkpoint, and comes to what a whole one comes to.', {
  timeout: 900_000,
}, async () => {
  const cwd = emptyFolder();
  const { environment, close } = await startReference();
  await killed(cwd, environment);
  const before = checkpoints(join(cwd, 'stopped'));
  expect(before).toBeGreaterThanOrEqual(5);
  const again = await command(['run', '--resume', '--output', 'stopped'], { cwd, settings: environment });
  expect([again.stderr, again.status]).toEqual(['', 0]);
  const whole = await command([...soak, '--output', 'whole'], {
    cwd,
    settings: { ...settings, ...environment },
  });
  expect(whole.status).toBe(0);
  await close();
  const more = countsIn(join(cwd, 'stopped')).cases - countsIn(join(cwd, 'whole')).cases;
  // The connections that idle during a run are lost with its process; each operation opens two again.
  expect([0, 2, 4, 6]).toContain(more);
});

test.each([
  { what: 'without findings', status: 0 },
  { what: 'with findings', fault: 'list-users-page-holds-one-more', status: 1 },
])(
  'A run $what that was stopped behind its last check comes to its report.',
  { timeout: 900_000 },
  async (row) => {
    const cwd = emptyFolder();
    const fault =
      row.fault === undefined ? {} : { fault: faults.find(({ id }) => id === row.fault) as Fault };
    const { environment, close } = await startReference(fault);
    const only = ['run', '--only', 'LU-PAGE-SIZE@list-users', '--effort', 'quick', '--output', 'stopped'];
    const whole = await command(only, { cwd, settings: environment });
    const before = countsIn(join(cwd, 'stopped'));
    const path = join(cwd, 'stopped', 'run.ndjson');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/\{"type":"footer".*\n/, ''));
    rmSync(join(cwd, 'stopped', 'report.json'));
    const again = await command(['run', '--resume', '--output', 'stopped'], { cwd, settings: environment });
    await close();
    expect([whole.status, again.status]).toEqual([row.status, row.status]);
    expect(`${again.stdout}${again.stderr}`).not.toContain('No tests found');
    expect(countsIn(join(cwd, 'stopped'))).toEqual(before);
  },
);

test('A run that cannot be resumed is reported.', { timeout: 900_000 }, async () => {
  const cwd = emptyFolder();
  const none = await command(['run', '--resume', '--output', 'nothing'], { cwd });
  expect(none.stderr).toContain('nothing contains no run to resume.');
  const small = ['run', '--only', 'LU-RES-USERS@list-users', '--effort', 'quick', '--output', 'ended'];
  expect((await command(small, { cwd })).status).toBe(0);
  const ended = await command(['run', '--resume', '--output', 'ended'], { cwd });
  expect(ended.stderr).toContain('has ended; there is nothing to resume');
  const other = await command(['run', '--resume', '--seed', 'x', '--output', 'ended'], { cwd });
  expect(other.stderr).toContain('--resume keeps the --seed');
  expect([none.status, ended.status, other.status]).toEqual([2, 2, 2]);
});
