import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { compare } from '../../cli/commands/compare.ts';
import { judge } from '../../cli/commands/judge.ts';
import { merge, report } from '../../cli/commands/report.ts';
import { formatNames } from '../../cli/run/format-files.ts';
import { exchangesFile, runFile } from '../../journal/journal.ts';
import type { Line } from '../../journal/open-regular.ts';
import { keptRun } from '../reports/compare/kept-run.ts';
import { aMixedRun } from '../reports/mixed-report.ts';
import { temporaryFolder } from '../reports/temporary-folder.ts';

/** How many lines were read of each file. */
const read = new Map<string, number>();

vi.mock('../../journal/open-regular.ts', async (original) => {
  const module = await original<typeof import('../../journal/open-regular.ts')>();
  return {
    ...module,
    *readLines(path: string, start?: number): Generator<Line> {
      for (const line of module.readLines(path, start)) {
        read.set(path, (read.get(path) ?? 0) + 1);
        yield line;
      }
    },
  };
});

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

/** How often a command reads the files of a folder. */
async function readings(folder: string, command: () => Promise<number>): Promise<number[]> {
  const lines = [runFile, exchangesFile].map(
    (name) => readFileSync(join(folder, name), 'utf8').split('\n').length - 1,
  );
  read.clear();
  await command();
  return [runFile, exchangesFile].map(
    (name, index) => (read.get(join(folder, name)) ?? 0) / (lines[index] ?? 0),
  );
}

test('A report in every format reads each file of a run once.', async () => {
  const folder = keptRun(aMixedRun());
  expect(await readings(folder, () => report(folder, { format: [...formatNames] }))).toEqual([1, 1]);
});

test('A comparison reads each file of both runs once.', async () => {
  const [old, recent] = [keptRun(aMixedRun()), keptRun(aMixedRun())];
  expect(await readings(old, () => compare(old, recent, { format: 'json' }))).toEqual([1, 1]);
  expect(await readings(recent, () => compare(old, recent, { format: 'json' }))).toEqual([1, 1]);
});

test('Judging reads each file of a run once.', async () => {
  const folder = keptRun(aMixedRun());
  expect(await readings(folder, () => judge(folder, {}))).toEqual([1, 1]);
});

test('Merging reads each file of a shard once, and what it has written once.', async () => {
  const whole = aMixedRun();
  const { header } = whole;
  const shard = keptRun({ ...whole, header: { ...header, run: { ...header.run, shard: '1/1' } } });
  const output = join(temporaryFolder(), 'merged');
  expect(await readings(shard, () => merge([shard], { output }))).toEqual([1, 1]);
  expect(await readings(output, () => report(output, {}))).toEqual([1, 1]);
});
