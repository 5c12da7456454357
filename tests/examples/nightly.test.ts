import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/start.ts';
import { emptyFolder, type Finished, finished } from '../cli/command.ts';

const script = fileURLToPath(new URL('../../examples/nightly/nightly.mjs', import.meta.url));
const requirement = 'GT-REQ-SYNCHRONIZER';

let port = 0;

/** A night against the reference server on one port, with or without a fault, or while it is down. */
async function night(cwd: string, faulty: boolean | 'down', ...args: readonly string[]): Promise<Finished> {
  const fault = faults.find(({ id }) => id === 'generate-topology-accepts-missing-synchronizer');
  const server = await startReference({ port, ...(faulty === true && fault !== undefined ? { fault } : {}) });
  port = Number(new URL(server.baseUrl).port);
  const { PATH = '' } = process.env;
  if (faulty === 'down') await server.close();
  const narrow = ['--', '--only', `${requirement}@generate-topology`, '--effort', 'quick'];
  const child = spawn(process.execPath, [script, ...args, ...narrow], {
    cwd,
    env: { PATH, ...server.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = await finished(child);
  if (faulty !== 'down') await server.close();
  return said;
}

function nights(cwd: string): string[] {
  return readdirSync(join(cwd, 'nightly'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** The mail of the latest night. */
function mailIn(cwd: string): string {
  const text = readFileSync(join(cwd, 'nightly', 'mail.txt'), 'utf8');
  expect(text.split('\n').length).toBeLessThanOrEqual(41);
  return text;
}

test('A fault between two nights is status 1, a known one is 0; the trend shows the nights that are kept.', {
  timeout: 900_000,
}, async () => {
  const cwd = emptyFolder();
  const first = await night(cwd, false);
  expect([first.stderr, first.status]).toEqual(['', 0]);

  const second = await night(cwd, true);
  expect(second.stdout).toContain('1 regression: MUST newly failing or lost.');
  expect(second.status).toBe(1);
  const trend = readFileSync(join(cwd, 'nightly', 'trend.md'), 'utf8');
  expect(trend).toContain('# Trend of 2 nights');
  expect(trend).toMatch(/\| non-conformant \| 1 of \d+ \| 1 \| 0 \| \d+ \| 1 \| target \|/);
  expect(trend).toContain(`| \`✓✗\` | ${requirement} on generate-topology (MUST) |`);
  const svg = readFileSync(join(cwd, 'nightly', 'trend.svg'), 'utf8');
  expect(svg).toContain(`>${requirement} · topology<`);
  expect([...svg.matchAll(/class="count"[^>]*>(\d+)</g)].map(([, count]) => count)).toEqual(['0', '1']);
  const page = readFileSync(join(cwd, 'nightly', 'trend.html'), 'utf8');
  expect(page).toContain('failed since');
  const [, secondNight = ''] = nights(cwd);
  expect(readFileSync(join(cwd, 'nightly', secondNight, 'report.html'), 'utf8')).toContain('id="history"');

  expect(mailIn(cwd)).toMatch(/^1 new · http\S+ · \d+ \w+\n\n/);
  const down = await night(cwd, 'down');
  expect(down.status).toBe(3);
  expect(mailIn(cwd)).toMatch(/^inconclusive · http\S+ · \S+\n\nThe target at \S+ cannot be reached/);
  expect(readFileSync(join(cwd, 'nightly', 'trend.md'), 'utf8')).toMatch(/\| `✓✗ ` \|/);

  // A killed night, and a file of the user's own.
  for (const name of ['2020-01-01T021500Z', 'notes']) {
    mkdirSync(join(cwd, 'nightly', name));
    writeFileSync(join(cwd, 'nightly', name, 'run.ndjson'), '');
  }
  const third = await night(cwd, true, '--keep', '3', '--evidence', '1');
  // It is compared with the night before the outage.
  expect(third.stdout).toContain('No regression');
  expect(mailIn(cwd)).toMatch(/^nothing changed · /);
  expect(third.status).toBe(0);
  const [older = '', , newer = '', ...more] = nights(cwd);
  expect(more).toEqual(['notes']);
  expect(readdirSync(join(cwd, 'nightly', older)).sort()).toEqual([
    'comparison.json',
    'comparison.md',
    'report.json',
  ]);
  expect(existsSync(join(cwd, 'nightly', newer, 'exchanges.ndjson'))).toBe(true);
  expect(readFileSync(join(cwd, 'nightly', 'trend.md'), 'utf8')).toContain('# Trend of 3 nights');
});

test('A trend that cannot be written is no status 0; the night stays.', { timeout: 900_000 }, async () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'nightly', 'trend.svg'), { recursive: true });
  const { status, stdout, stderr } = await night(cwd, false);
  expect([status, stderr]).toEqual([2, expect.stringContaining('trend.svg')]);
  expect(stdout).toContain('conformant as far as exercised');
  const [only = ''] = nights(cwd).filter((name) => name !== 'trend.svg');
  expect(existsSync(join(cwd, 'nightly', only, 'report.json'))).toBe(true);
  expect(readFileSync(join(cwd, 'nightly', 'trend.md'), 'utf8')).toContain('# Trend of 1 night\n');
});

test('A night on which nothing could be tested leaves no trace, and its status is that of the run.', async () => {
  const cwd = emptyFolder();
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [script, '--', '--only', 'NO-SUCH'], { cwd, env: { PATH } });
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2);
  expect(nights(cwd)).toEqual([]);
}, 900_000);

test('SIGTERM to the script alone, as a container gets it, ends the run in order: there is a report, and status 3.', {
  timeout: 900_000,
}, async () => {
  const cwd = emptyFolder();
  const server = await startReference();
  onTestFinished(() => server.close());
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [script, '--', '--only', 'list-users', '--effort', 'quick'], {
    cwd,
    env: { PATH, ...server.environment, CONFORMANCE_RATE: '100' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // One signal: the summary has the word too, and a second signal ends the run at once.
  let isSent = false;
  child.stdout.on('data', (said: Buffer) => {
    if (isSent || !said.includes(' checks')) return;
    isSent = true;
    child.kill('SIGTERM');
  });
  const { status } = await finished(child);
  expect(status).toBe(3);
  const [only = ''] = nights(cwd);
  const report = JSON.parse(readFileSync(join(cwd, 'nightly', only, 'report.json'), 'utf8'));
  expect(report.verdict).toBe('inconclusive');
});
