import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startReference } from '../../reference/start.ts';
import type { Report } from '../../reports/report/report.ts';
import { command, emptyFolder } from '../cli/command.ts';

const settings = { CONFORMANCE_CASES: '1500' };
const soak = ['run', '--only', 'list-users', '--effort', 'soak', '--nonce', 'n1'];

let cwd: string;

const folderOf = (index: number, total: number): string => `of-${total}-${index}`;
const totals = [1, 3, 4];

/** The same soak in one, three and four shards. */
beforeAll(async () => {
  const ended: (() => void)[] = [];
  cwd = emptyFolder((then) => ended.push(then));
  const { environment, close } = await startReference();
  for (const total of totals)
    for (let index = 1; index <= total; index += 1) {
      const args = [...soak, '--shard', `${index}/${total}`, '--output', folderOf(index, total)];
      const { status, stderr } = await command(args, { cwd, settings: { ...settings, ...environment } });
      expect([stderr, status]).toEqual(['', 0]);
    }
  await close();
  return () => {
    for (const then of ended) then();
  };
}, 400_000);

/** A report without what may differ between machines and hours: times, and how long responses took. */
function reportIn(folder: string): Pick<Report, 'counts'> & { results: object[]; run: object } {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const { durations: _durations, results, ...rest } = report;
  const timeless = results.map(({ ms: _ms, ...result }) => result);
  return { ...rest, results: timeless, run: { ...report.run, startedAt: '', finishedAt: '' } };
}

test('One, three and four shards make the same report.', { timeout: 900_000 }, async () => {
  const reports = [];
  for (const total of totals) {
    const folders = Array.from({ length: total }, (_, index) => folderOf(index + 1, total));
    const merged = await command(['merge', ...folders, '--output', `merged-${total}`], { cwd });
    expect([merged.stderr, merged.status]).toEqual(['', 0]);
    reports.push(reportIn(join(cwd, `merged-${total}`)));
  }
  const [one, ...others] = reports;
  expect(one?.counts.cases).toBeGreaterThan(800);
  for (const other of others) expect(other).toEqual(one);
});

test('A shard that is missing, or given twice, is named.', { timeout: 900_000 }, async () => {
  const [first, second] = [folderOf(1, 3), folderOf(2, 3)];
  const missing = await command(['merge', first, second, '--output', 'whole'], { cwd });
  expect(missing.stderr).toContain('Shard 3/3 is missing.');
  expect(missing.status).toBe(2);
  const twice = await command(['merge', first, first, '--output', 'whole'], { cwd });
  expect(twice.stderr).toContain('Two of the journals contain shard 1/3.');
  expect(twice.status).toBe(2);
});

test('A shard that holds nothing of the selection is refused before anything is sent.', async () => {
  // Which ones hold what can break the requirement follows from how many requests all checks send; that of execute holds none.
  const shards = ['1/3', '2/3', '3/3'];
  const only = ['--only', 'LU-PAGE-COMPLETE', '--effort', 'quick'];
  const statuses = new Set<number | null>();
  for (const shard of shards) {
    const { stderr, status } = await command(['run', '--shard', shard, ...only], { cwd: emptyFolder() });
    statuses.add(status);
    if (status === 2)
      expect(stderr).toContain(`--shard ${shard} contains no checks of --only LU-PAGE-COMPLETE`);
  }
  expect(statuses).toEqual(new Set([0, 2]));
});

test.each(['0/3', '4/3', '2', 'a/b'])('--shard %s is refused with a sentence.', async (shard) => {
  const { stderr, status } = await command([...soak, '--shard', shard], { cwd: emptyFolder(), settings });
  expect(stderr).toContain(`--shard ${shard} is invalid.`);
  expect(status).toBe(2);
});
