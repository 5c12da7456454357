import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { violationsOf } from '../../json/ajv.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import comparisonSchema from '../../reports/compare/comparison.schema.json' with { type: 'json' };
import type { Comparison } from '../../reports/compare/comparison.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder, type Finished } from './command.ts';

const id = 'GT-REQ-SYNCHRONIZER';
const faultId = 'generate-topology-accepts-missing-synchronizer';

let cwd: string;
let port: number;

/** The same server, with or without one fault, on the same port. */
async function onServer(faulty: boolean, args: readonly string[]): Promise<Finished> {
  const fault = faults.find((each) => each.id === faultId);
  const server: ReferenceServer = await startReference({
    port: port ?? 0,
    ...(faulty && fault !== undefined ? { fault } : {}),
  });
  port = Number(new URL(server.baseUrl).port);
  try {
    return await command(args, { cwd, settings: server.environment });
  } finally {
    await server.close();
  }
}

beforeAll(async () => {
  const ended: (() => void)[] = [];
  cwd = emptyFolder((then) => ended.push(then));
  const run = [
    'run',
    '--only',
    `${id}@generate-topology,GT-SUCCESS@generate-topology`,
    '--effort',
    'quick',
    '--seed',
    'one',
    '--output',
  ];
  await onServer(false, [...run, 'good']);
  await onServer(true, [...run, 'bad']);
  return () => {
    for (const then of ended) then();
  };
}, 900_000);

test('A fault that is switched on between two runs is one regression, laid at the target: status 1.', async () => {
  const { status, stdout } = await command(['compare', 'good', 'bad'], { cwd });
  expect(stdout).toContain('Newly failing (1)');
  expect(stdout).toContain(id);
  expect(stdout.replace(/\s+/g, ' ')).toContain('cause target. How often it showed:');
  expect(stdout).toContain('1 regression: MUST newly failing or lost.');
  expect(status).toBe(1);
});

test('The way back, and a run against itself, are no regression: status 0.', async () => {
  const back = await command(['compare', 'bad', 'good'], { cwd });
  expect(back.stdout).toContain('Newly passing (1)');
  expect(back.status).toBe(0);
  expect((await command(['compare', 'bad', 'bad'], { cwd })).status).toBe(0);
});

test('A narrower run loses checks, which is a regression of scope.', async () => {
  await onServer(false, [
    'run',
    '--only',
    `${id}@generate-topology`,
    '--effort',
    'quick',
    '--seed',
    'one',
    '--output',
    'narrow',
  ]);
  const { status, stdout } = await command(['compare', 'good', 'narrow', '--format', 'json'], { cwd });
  const { changes } = JSON.parse(stdout) as Comparison;
  expect(changes.map(({ kind }) => kind)).toContain('lost');
  expect(new Set(changes.map(({ cause }) => cause))).toEqual(new Set(['scope']));
  expect(status).toBe(1);
});

test('A report alone will do, JSON is of its schema, and --output keeps the terminal empty.', async () => {
  const args = ['compare', 'good/report.json', 'bad/report.json', '--format', 'json', '--output', 'c.json'];
  const { status, stdout } = await command(args, { cwd });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const comparison = JSON.parse(readFileSync(join(cwd, 'c.json'), 'utf8')) as Comparison;
  readReport(join(cwd, 'good'));
  expect(violationsOf(comparisonSchema, comparison)).toEqual([]);
  expect(comparison.timing).toBeNull();
});

test.for([
  [['compare', 'good', 'nowhere'], 'nowhere does not exist. Give a report.json'],
  [['compare', 'good', 'bad', '--format', 'pdf'], '--format pdf is not a form'],
  [['compare', 'good', 'broken.zip'], 'cannot be read as a bundle'],
  [['compare', 'good', 'broken.json'], 'broken.json contains'],
  [['compare', 'good', 'bad', '--output', 'no/such/folder/c.md'], 'cannot be written'],
  [['compare', 'good'], 'missing required argument'],
  [['replay', 'bad', 'GT-NONE-SUCH'], `It has findings of ${id}@generate-topology`],
  [['replay', 'good', id], 'It has no findings.'],
  [['replay', 'bad', id], 'Set TARGET_BASE_URL'],
  [['replay', 'bad', id, '--output', './bad/'], 'the folder of the run itself'],
  [['replay', 'nowhere', id], 'nowhere'],
] as const)('%j is wrong usage, and is told so: status 2.', async ([args, words]) => {
  writeFileSync(join(cwd, 'broken.zip'), 'PK');
  writeFileSync(join(cwd, 'broken.json'), '{');
  const { status, stderr } = await command(args, { cwd });
  expect(stderr).toContain(words);
  expect(status).toBe(2);
});

/** What the journal of the faulty run names as the case that showed it first. */
function firstExchange(): string {
  const result = readReport(join(cwd, 'bad')).results.find(({ findings }) => findings.length > 0);
  return result?.findings[0]?.exchanges[0] ?? '';
}

test('A finding that is still there shows again with its exchange, by requirement, case and exchange: status 1.', async () => {
  const exchange = firstExchange();
  for (const meant of [id, `${id}@generate-topology`, exchange, exchange.replace(/#.*/, '')]) {
    const { status, stdout } = await onServer(true, ['replay', 'bad', meant]);
    expect(stdout).toContain(`FAILED ${id} · generate-topology`);
    expect(stdout).toContain('received  200 application/json');
    expect(stdout).toContain('Reproduced.');
    expect(status).toBe(1);
  }
}, 900_000);

test('A finding that was corrected does not show again, and what is answered now is shown: status 0.', async () => {
  const { status, stdout } = await onServer(false, ['replay', 'bad', id]);
  expect(stdout).toContain('Not reproduced.');
  expect(stdout).toContain('received  400 text/plain');
  expect(status).toBe(0);
});

test('The replay sends what the run sent, and leaves the run as it was.', async () => {
  const before = readFileSync(join(cwd, 'bad', 'report.json'), 'utf8');
  await onServer(true, ['replay', 'bad', id, '--output', 'again']);
  const line = (folder: string): { target: string; body?: string } => {
    const lines = readFileSync(join(cwd, folder, 'exchanges.ndjson'), 'utf8').split('\n');
    const found = lines.find((each) => each.startsWith(`{"id":"${firstExchange()}"`)) ?? '{}';
    const { request } = JSON.parse(found) as { request: { target: string; body?: string } };
    return { target: request.target, ...(request.body === undefined ? {} : { body: request.body }) };
  };
  expect(line('again')).toEqual(line('bad'));
  expect(readFileSync(join(cwd, 'bad', 'report.json'), 'utf8')).toBe(before);
});

test('If the target cannot be reached, the finding is undecided: status 3.', async () => {
  const server = await startReference();
  await server.close();
  const { status, stderr } = await command(['replay', 'bad', id], { cwd, settings: server.environment });
  expect(status).toBe(3);
  expect(stderr).not.toBe('');
});

test('A finding of a check that lacks a setting now is no verdict: status 3.', async () => {
  const fault = faults.find((each) => each.id === faultId);
  const server = await startReference(fault === undefined ? {} : { fault });
  onTestFinished(() => server.close());
  const { TARGET_SYNCHRONIZER: _taken, ...settings } = server.environment;
  cpSync(join(cwd, 'bad'), join(cwd, 'kept'), { recursive: true });
  const { status, stdout } = await command(['replay', 'kept', id], { cwd, settings });
  expect([stdout.includes('TARGET_SYNCHRONIZER'), status]).toEqual([true, 3]);
});
