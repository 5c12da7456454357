import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReport } from '../../reports/report/report-file.ts';
import { validateJunit, violations } from '../formats/published.ts';
import { aCheck, aGoodRun, aHeader, aPreflight } from '../reports/journal-fixture.ts';
import { aMixedRun } from '../reports/mixed-report.ts';
import { writeRunInto } from '../reports/run-on-disk.ts';
import { command, emptyFolder } from './command.ts';
import { commandHere } from './command-here.ts';
import { at } from './mistake.ts';

const nobody = at('http://127.0.0.1:9');
const words = (text: string): string => text.replace(/\s+/g, ' ');

/** A run of a target that nobody can reach. */
async function unreachable(...args: string[]): Promise<{ readonly cwd: string; readonly results: string }> {
  const cwd = emptyFolder();
  await commandHere(['run', ...args], { cwd, settings: nobody });
  return { cwd, results: join(cwd, 'conformance-results') };
}

test('A run that another one keeps from its folder changes nothing there.', async () => {
  const cwd = emptyFolder();
  const results = join(cwd, 'conformance-results');
  mkdirSync(results);
  writeRunInto(results, aGoodRun());
  writeFileSync(join(results, '.running'), String(process.pid));
  const all = (): string[] => readdirSync(results).map((name) => readFileSync(join(results, name), 'utf8'));
  const before = all();
  for (const settings of [{}, { ...nobody, TARGET_SYNCRONIZER: 'x' }])
    expect((await command(['run'], { cwd, settings })).status).toBe(2);
  expect(all()).toEqual(before);
});

test('Every format is written for a target that cannot be reached, and says so.', async () => {
  const formats = 'junit,ctrf,sarif,har,github,badge,html,markdown,prometheus,logfmt';
  const cwd = emptyFolder();
  const { stdout, status } = await commandHere(['run', '--format', formats], { cwd, settings: nobody });
  expect(status).toBe(3);
  expect(stdout).toMatch(
    /^::error title=[^:]*; exit status 3::The target at http:\/\/127.0.0.1:9 cannot be reached/,
  );
  const text = (name: string): string => readFileSync(join(cwd, 'conformance-results', name), 'utf8');
  validateJunit(text('junit.xml'));
  for (const [format, name] of [
    ['ctrf', 'ctrf.json'],
    ['sarif', 'results.sarif'],
    ['badge', 'badge.json'],
    ['har', 'exchanges.har'],
  ] as const)
    expect(violations(format, text(name))).toEqual([]);
  for (const name of [
    'junit.xml',
    'ctrf.json',
    'results.sarif',
    'report.html',
    'report.md',
    'github-summary.md',
  ])
    expect(text(name)).toContain('cannot be reached');
  expect(JSON.parse(text('results.sarif')).runs[0].invocations[0]).toMatchObject({
    executionSuccessful: false,
    exitCode: 3,
  });
  expect(text('ledger-conformance.prom')).toMatch(/exit_status\{[^}]*\} 3\n/);
  expect(text('summary.logfmt')).toContain(' verdict=inconclusive status=3 ');
});

test('Every reader of results names the cause of a run that tested nothing.', async () => {
  const { cwd, results } = await unreachable();
  const history = join(cwd, 'history');
  mkdirSync(join(history, 'one'), { recursive: true });
  writeRunInto(join(history, 'one'), aMixedRun());
  await commandHere(['report', 'history/one'], { cwd });
  const report = await commandHere(['report', results, '--format', 'junit'], { cwd });
  expect(report.status).toBe(3);
  expect(words(report.stdout)).toContain('exit status 3: The target at http://127.0.0.1:9 cannot be reached');
  expect(report.stdout).not.toContain('--resume');
  expect((await commandHere(['judge', results], { cwd })).status).toBe(3);
  for (const pair of [
    [results, 'history/one'],
    ['history/one', results],
  ]) {
    const { status, stderr } = await commandHere(['compare', ...pair], { cwd });
    expect(stderr).toContain(`The run in ${results} tested nothing: The target at http://127.0.0.1:9`);
    expect(status).toBe(2);
  }
  renameSync(results, join(history, 'two'));
  const { stdout, status } = await commandHere(['trend', 'history'], { cwd });
  expect(status).toBe(0);
  expect(stdout).toMatch(/\| two \| .*inconclusive.*The target at http:\/\/127.0.0.1:9 cannot be reached/);
  expect(stdout).not.toContain('LU-RES-MEDIA');
});

test('Shards of which one had a wrong setting are not merged, and the setting is named.', async () => {
  const cwd = emptyFolder();
  await commandHere(['run', '--shard', '1/2', '--output', 'one'], {
    cwd,
    settings: { CONFORMANCE_RATE: 'x' },
  });
  const { status, stderr } = await commandHere(['merge', 'one', '--output', 'both'], { cwd });
  expect(stderr).toContain('The run in one did not begin: CONFORMANCE_RATE has an invalid value');
  expect(status).toBe(2);
});

test('A resumed run whose target cannot be reached keeps what was gathered, and can be resumed again.', async () => {
  const { cwd, results } = await unreachable();
  const header = aHeader();
  const lines = [
    { ...header, target: { kind: 'target', baseUrl: 'http://127.0.0.1:9' } },
    aPreflight(),
    aCheck('LU-SUCCESS', 'list-users'),
  ];
  writeFileSync(join(results, 'run.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (let time = 0; time < 2; time += 1) {
    const { status, stderr } = await commandHere(['run', '--resume'], { cwd, settings: nobody });
    expect(status, stderr).toBe(3);
    const journal = readFileSync(join(results, 'run.ndjson'), 'utf8');
    expect(journal.match(/"requirement":"LU-SUCCESS"/g)).toHaveLength(1);
    expect(journal.match(/"type":"footer"/g)).toHaveLength(1);
    expect(readReport(results).gate.causes[0]).toContain('cannot be reached');
  }
});

test('A breach stays one if the run is resumed and its target cannot be reached: status 1, also in the report.', async () => {
  const { cwd, results } = await unreachable();
  const target = { kind: 'target', baseUrl: 'http://127.0.0.1:9' } as const;
  writeRunInto(results, { ...aMixedRun(), header: { ...aHeader(), target }, ended: undefined });
  const { status, stderr } = await commandHere(['run', '--resume'], { cwd, settings: nobody });
  expect(stderr).toContain('cannot be reached');
  expect(status, stderr).toBe(1);
  const { gate, verdict } = readReport(results);
  expect({ status: gate.status, verdict }).toEqual({ status: 1, verdict: 'non-conformant' });
  expect(gate.causes.at(-1)).toContain('cannot be reached');
});

test('Settings that no run began with are named in its results, without a password.', async () => {
  const cwd = emptyFolder();
  const settings = { ...nobody, TARGET_BASE_URL: 'http://user:hidden-word@127.0.0.1:9' };
  expect((await commandHere(['run'], { cwd, settings })).status).toBe(2);
  const { target, gate } = readReport(join(cwd, 'conformance-results'));
  expect(target).toEqual({ kind: 'target', baseUrl: 'unknown' });
  expect(JSON.stringify(gate)).not.toContain('hidden-word');
});
