import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { end, type Measured, type Meddling, measuredRun } from './measured-run.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-own-side-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const results = (cwd: string): string => join(cwd, 'conformance-results');

function selfCheck(
  cwd: string,
  meddling: Partial<Meddling> = {},
  args: readonly string[] = [],
): Promise<Measured> {
  return measuredRun(['run', '--effort', 'quick', ...args], cwd, {}, { atMost: 90, ...meddling });
}

/** Every line that a run has written can be read; the last one may have been cut where a process was killed. */
function readableLines(cwd: string): number {
  return ['run.ndjson', 'exchanges.ndjson']
    .map((name) => join(results(cwd), name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8').split('\n').slice(0, -1))
    .reduce((sum, lines) => sum + lines.filter((line) => JSON.parse(line) !== null).length, 0);
}

/** Meddles once, when so many exchanges are in the journal; again if there was nothing to meddle with yet, which is false. */
function once(
  cwd: string,
  bytes: number,
  meddle: (processes: readonly number[]) => unknown,
): Partial<Meddling> {
  let done = false;
  return {
    onSample(processes) {
      const path = join(results(cwd), 'exchanges.ndjson');
      if (done || !existsSync(path) || readFileSync(path).length < bytes) return;
      done = meddle(processes) !== false;
    },
  };
}

describe('the disk', () => {
  test('is full: the run stops soon and says so, and what it has written can be read.', async () => {
    const cwd = emptyFolder();
    const run = await selfCheck(cwd, { limits: '-f 400' });
    expect(run.status, run.stderr).toBe(4);
    expect(run.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^The results can no longer be written to .*: a file reached the size limit/),
    ]);
    expect(run.stderr).toContain('run --resume');
    // An error on our side is not shown as one of a requirement.
    expect(run.stdout).toContain('the results can no longer be written; the run stops');
    expect(run.stdout).not.toContain('the suite failed in');
    expect(run.seconds).toBeLessThan(60);
    expect(readableLines(cwd)).toBeGreaterThan(10);
    const report = await measuredRun(['report', results(cwd)], cwd, {}, { atMost: 30 });
    expect(report.status, report.stdout).toBe(3);
    expect(report.stdout).toContain('The journal is incomplete');
  });

  test('takes no results folder there.', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'file'), '');
    const run = await selfCheck(cwd, {}, ['--output', 'file/results']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('Set CONFORMANCE_OUTPUT');
  });

  test('takes no report, because a folder has its name: a breach or a failure, never a success.', async () => {
    const cwd = emptyFolder();
    mkdirSync(join(results(cwd), 'junit.xml', 'inner'), { recursive: true });
    const run = await selfCheck(cwd);
    expect([2, 4], run.stderr).toContain(run.status);
  });
});

describe('a process', () => {
  test.each([50_000, 400_000])('of the tests is killed at byte %i: the run is no success.', async (bytes) => {
    const cwd = emptyFolder();
    const run = await selfCheck(
      cwd,
      once(cwd, bytes, (processes) => processes.length > 2 && end(processes.at(-1) ?? 0, 'SIGKILL')),
    );
    expect([3, 4], `${run.stdout.slice(-2_000)}${run.stderr}`).toContain(run.status);
    expect(readableLines(cwd)).toBeGreaterThan(0);
  });

  test('above all others is killed: what it has gathered makes a report that is no success.', async () => {
    const cwd = emptyFolder();
    let killed = 0;
    const run = await selfCheck(
      cwd,
      once(cwd, 100_000, ([first]) => {
        killed = performance.now();
        end(first ?? 0, 'SIGKILL');
      }),
    );
    expect(run.signal).toBe('SIGKILL');
    // Its output ends with the last process that it started: none goes on by itself.
    expect(performance.now() - killed).toBeLessThan(3_000);
    const report = await measuredRun(['report', results(cwd)], cwd, {}, { atMost: 30 });
    // The embedded server is gone with it, which its workers may still have met: a breach, but no success.
    expect([1, 3], report.stderr).toContain(report.status);
    expect(report.stdout).toContain('The journal is incomplete');
  });
});

describe('a signal', () => {
  const moments = [0.2, 0.6, 1.2, 2, 3.5].flatMap((at) =>
    (['SIGINT', 'SIGTERM'] as const).map((signal) => ({ at, signal })),
  );

  test.each(moments)('$signal after $at s ends the run, and it is no success.', async ({ at, signal }) => {
    const cwd = emptyFolder();
    const started = performance.now();
    let sent = false;
    const run = await selfCheck(
      cwd,
      {
        onSample(processes) {
          if (sent || performance.now() - started < at * 1_000) return;
          sent = true;
          // A terminal sends Ctrl-C to every process that it runs.
          for (const id of signal === 'SIGINT' ? processes : processes.slice(0, 1)) end(id, signal);
        },
      },
      ['--effort', 'standard'],
    );
    expect(run.status, run.stdout).not.toBe(0);
    expect(run.seconds).toBeLessThan(30);
    readableLines(cwd);
    const path = join(results(cwd), 'report.json');
    if (!existsSync(path)) return;
    const { gate } = JSON.parse(readFileSync(path, 'utf8'));
    expect(gate).toMatchObject({ status: 3, causes: expect.arrayContaining(['The run was interrupted.']) });
    // Before its tests, the signal itself ends a run.
    expect(run.signal === signal ? 3 : run.status, run.stderr).toBe(3);
  });
});

test.each([20, 30, 40])(
  'With %i file handles a run is no success, or is one with everything in it.',
  async (count) => {
    const cwd = emptyFolder();
    const run = await selfCheck(cwd, { limits: `-n ${count}` });
    if (run.status === 0) {
      const report = JSON.parse(readFileSync(join(results(cwd), 'report.json'), 'utf8'));
      expect(report.coverage.state).toBe('complete');
    } else {
      expect([3, 4, 134, null], run.stderr).toContain(run.status);
    }
  },
);

const environments: readonly (readonly [how: string, bytes: Buffer | 'folder', says: string])[] = [
  ['is UTF-16', Buffer.from('TARGET_BASE_URL=http://127.0.0.1:1\n', 'utf16le'), 'not UTF-8 text'],
  ['is noise', Buffer.from([0xff, 0xfe, 0, 1, 2, 3]), 'not UTF-8 text'],
  ['has a line without =', Buffer.from('# mine\nTARGET_BASE_URL http://127.0.0.1:1\n'), 'Line 2 of .env'],
  ['has a name that is no setting', Buffer.from('TARGET_BASE_ULR=http://127.0.0.1:1\n'), 'TARGET_BASE_ULR'],
  ['has an empty address', Buffer.from('TARGET_BASE_URL=\nTARGET_TOKEN=x\n'), 'TARGET_BASE_URL'],
  ['is a folder', 'folder', '.env cannot be read'],
];

test.each(environments)(
  'An .env that %s is status 2, and nothing is checked instead.',
  async (_, bytes, says) => {
    const cwd = emptyFolder();
    if (bytes === 'folder') mkdirSync(join(cwd, '.env'));
    else writeFileSync(join(cwd, '.env'), bytes);
    const run = await selfCheck(cwd);
    expect(run.status, run.stdout).toBe(2);
    expect(run.stderr).toContain(says);
    expect(run.stderr).not.toMatch(/\n {4}at /);
  },
);

const files: readonly (readonly [
  what: string,
  setting: string,
  text: string,
  statuses: readonly number[],
])[] = [
  ['waivers that are no YAML', 'CONFORMANCE_WAIVERS', '- requirement: [\n', [2]],
  ['waivers with a name that is none', 'CONFORMANCE_WAIVERS', '- reqirement: GT-SUCCESS\n  reason: x\n', [2]],
  ['waivers that are one text', 'CONFORMANCE_WAIVERS', 'everything is fine\n', [2]],
  ['waivers that are noise', 'CONFORMANCE_WAIVERS', '\u0000\u0001\u0002', [2]],
  ['a profile that is no JSON', 'TARGET_PROFILE', '{"id":', [2]],
  ['a profile that is JSON and none', 'TARGET_PROFILE', '{"id":"x","levels":7}', [2]],
];

test.each(files)('A run with %s is status 2 before anything is sent.', async (_, setting, text, statuses) => {
  const cwd = emptyFolder();
  const path = join(cwd, 'given.json');
  writeFileSync(path, text);
  const run = await measuredRun(['run'], cwd, { [setting]: path }, { atMost: 30 });
  expect(statuses, run.stderr).toContain(run.status);
  expect(run.stderr).toContain('given.json');
  expect(run.stderr).not.toMatch(/\n {4}at /);
});

describe('two runs in one folder', () => {
  test('at once: the second is told to wait, and the first is as it would have been.', async () => {
    const cwd = emptyFolder();
    let second: Promise<Measured> | undefined;
    const first = await selfCheck(
      cwd,
      once(cwd, 1, () => {
        second = selfCheck(cwd);
      }),
    );
    expect(first.status, first.stderr).toBe(0);
    const other = await second;
    expect(other?.status, other?.stdout).toBe(2);
    expect(other?.stderr).toContain('Another run (process ');
    expect(readdirSync(results(cwd))).not.toContain('.running');
  });

  test('one behind the other that was killed: the second is a run of its own.', async () => {
    const cwd = emptyFolder();
    await selfCheck(
      cwd,
      once(cwd, 1, (processes) => {
        for (const id of processes) end(id, 'SIGKILL');
      }),
    );
    expect((await selfCheck(cwd)).status).toBe(0);
  });
});
