import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { expect, test } from 'vitest';
import { formatFiles } from '../../cli/run/format-files.ts';
import { readExposition } from '../formats/exposition.ts';
import { validateJunit, violations } from '../formats/published.ts';
import { aGoodRun } from '../reports/journal-fixture.ts';
import { aMixedRun } from '../reports/mixed-report.ts';
import { writeRun } from '../reports/write-run.ts';
import { command, emptyFolder } from './command.ts';

const names = Object.keys(formatFiles);

test('report writes every format beside the journal, and the status is that of the run.', async () => {
  const cwd = writeRun(aMixedRun());
  const { status, stderr, stdout } = await command(['report', cwd, '--format', names.join(', ')], { cwd });
  expect(stderr).toBe('');
  expect(status).toBe(1);
  const files = Object.values(formatFiles).flat();
  expect(readdirSync(cwd).sort()).toEqual(['exchanges.ndjson', 'report.json', 'run.ndjson', ...files].sort());
  expect(stdout).toMatch(/^::error /);
  expect(stdout).toMatch(/\nresults: .*\n$/);
});

test('The job summary goes where GitHub collects it, behind what is there.', async () => {
  const cwd = writeRun(aMixedRun());
  const collected = join(emptyFolder(), 'summary');
  writeFileSync(collected, 'before\n');
  const settings = { GITHUB_STEP_SUMMARY: collected };
  await command(['report', cwd, '--format', 'github'], { cwd, settings });
  expect(readFileSync(collected, 'utf8')).toMatch(/^before\n\n## ledger-conformance: non-conformant/);
  expect(existsSync(join(cwd, 'github-summary.md'))).toBe(false);
});

test('Where the job summary is full, this one stays in the results folder.', async () => {
  const cwd = writeRun(aMixedRun());
  const collected = join(emptyFolder(), 'summary');
  writeFileSync(collected, 'x'.repeat(1024 * 1024 - 100));
  await command(['report', cwd, '--format', 'github'], { cwd, settings: { GITHUB_STEP_SUMMARY: collected } });
  expect(readFileSync(collected, 'utf8')).toHaveLength(1024 * 1024 - 100);
  expect(existsSync(join(cwd, 'github-summary.md'))).toBe(true);
});

test.for([
  { name: 'a run that was conformant ends with status 4', run: aGoodRun(), expected: 4 },
  { name: 'a breach stays one', run: aMixedRun(), expected: 1 },
])('Where a format cannot be written, the others are, and $name.', async ({ run, expected }) => {
  const cwd = writeRun(run);
  mkdirSync(join(cwd, 'ctrf.json'));
  const { status, stderr, stdout } = await command(['report', cwd, '--format', 'ctrf,junit'], { cwd });
  expect(stderr).toMatch(/^The format ctrf could not be written: .*The report and the journal are complete/);
  expect(stdout).toContain('158 MUST');
  expect(status).toBe(expected);
  expect(readdirSync(cwd).sort()).toEqual([
    'ctrf.json',
    'exchanges.ndjson',
    'junit.xml',
    'report.json',
    'run.ndjson',
  ]);
});

test.for(['run', 'report'])('The help of %s names every format.', async (name) => {
  const { stdout } = await command([name, '--help'], { cwd: emptyFolder() });
  const help = stdout.replace(/\s+/g, ' ');
  for (const format of names) expect(help).toMatch(new RegExp(`\\b${format}\\b`));
});

test.for(['run', 'report nowhere'])(
  '%s refuses an unknown format and lists the known ones.',
  async (given) => {
    const args = [...given.split(' '), '--format', 'junit,constructor'];
    const { status, stderr } = await command(args, { cwd: emptyFolder() });
    expect(stderr).toBe(`--format constructor is not a format. Use one of ${names.join(', ')}.\n`);
    expect(status).toBe(2);
  },
);

test('A run writes formats that are valid, and removes those that an earlier run left in its folder.', async () => {
  const cwd = emptyFolder();
  const folder = join(cwd, 'conformance-results');
  mkdirSync(folder);
  writeFileSync(join(folder, 'report.md'), 'of yesterday');
  writeFileSync(join(folder, 'run.ndjson'), '');
  const wanted = names.filter((name) => name !== 'markdown').join();
  const args = ['run', '--only', 'list-users', '--effort', 'quick', '--format', wanted];
  const { status, stdout } = await command(args, { cwd });
  expect(status).toBe(0);
  expect(existsSync(join(folder, 'report.md'))).toBe(false);
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  expect(violations('ctrf', text('ctrf.json'))).toEqual([]);
  expect(violations('sarif', text('results.sarif'))).toEqual([]);
  expect(violations('badge', text('badge.json'))).toEqual([]);
  expect(JSON.parse(text('badge.json'))).toMatchObject({ label: 'self-check' });
  const har = text('exchanges.har');
  expect(violations('har', har)).toEqual([]);
  expect((JSON.parse(har) as Har).log.entries.length).toBe(
    text('exchanges.ndjson').trimEnd().split('\n').length,
  );
  validateJunit(text('junit.xml'));
  expect(readExposition(text('ledger-conformance.prom')).length).toBeGreaterThan(5);
  const [line = ''] = stdout.match(/^suite=.*\n/m) ?? [];
  expect(line).toContain(' verdict=conformant status=0 ');
  expect(text('summary.logfmt')).toBe(line);
}, 900_000);
