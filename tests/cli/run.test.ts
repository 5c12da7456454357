import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readExchanges } from '../../journal/exchanges.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder } from './command.ts';

/** Lines in another order, the same each time. */
function shuffled(path: string): void {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const order = lines.map((line, index) => ({ line, key: (index * 7919) % lines.length }));
  writeFileSync(
    path,
    `${order
      .sort((a, b) => a.key - b.key)
      .map(({ line }) => line)
      .join('\n')}\n`,
  );
}

test('A self-check says so in its first and last line, holds, and judging it again reproduces every outcome.', async () => {
  const cwd = emptyFolder();
  const run = await command(['run', '--effort', 'quick', '--nonce', 'one'], { cwd });
  const lines = run.stdout
    .trimEnd()
    .split('\n')
    .filter((line) => !line.includes('checks'));
  expect(run.stderr).toBe('');
  expect(lines[0]).toContain('self-check: no target was tested');
  expect(lines.at(-1)).toContain('self-check: no target was tested');
  expect(lines.filter((line) => line.length > 80 && !line.startsWith('results:'))).toEqual([]);
  expect(run.status).toBe(0);

  const folder = join(cwd, 'conformance-results');
  const report = readReport(folder);
  expect(report.verdict).toBe('conformant');
  expect(report.target.kind).toBe('reference');
  expect(report.coverage).toEqual({ state: 'complete', must: { total: 158, exercised: 158 } });
  expect(report.counts.failed + report.counts.warned + report.counts.inconclusive).toBe(0);

  const digest = readExchanges(folder).digest;
  shuffled(join(folder, 'exchanges.ndjson'));
  shuffled(join(folder, 'run.ndjson'));
  expect(readExchanges(folder).digest).toEqual(digest);
  writeFileSync(
    join(cwd, 'next-year.mjs'),
    'const now = Date.now; Date.now = () => now() + 366 * 86_400_000;\n',
  );
  const judged = await command(['judge', 'conformance-results'], {
    cwd,
    node: ['--import', './next-year.mjs'],
  });
  expect(judged.stdout).toMatch(/Judged \d{3,4} cases again; 0 differ from the run\./);
  expect(judged.status).toBe(0);

  const again = await command(['report', 'conformance-results', '--format', 'junit,html'], { cwd });
  expect(again.status).toBe(0);
  expect(readReport(folder)).toEqual(report);
  expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('<testsuite');
  expect(again.stdout).toMatch(/^results: .* \(report\.html, report\.json\)$/m);
  const page = readFileSync(join(folder, 'report.html'), 'utf8');
  expect(page).toContain('<h1>');
  expect(page.match(/class="exchange item/g)?.length).toBeGreaterThan(1_000);
}, 900_000);

test('A run that is narrowed is partial, and one check alone reaches its verdict.', async () => {
  const cwd = emptyFolder();
  const { status, stdout } = await command(
    ['run', '--only', 'GT-REQ-SYNCHRONIZER@generate-topology', '--effort', 'quick'],
    {
      cwd,
    },
  );
  expect(stdout).toMatch(/conformant as far as exercised \(\d+ of 158 MUST\)/);
  expect(status).toBe(0);
  const all = await command(
    ['run', '--only', 'GT-REQ-SYNCHRONIZER@generate-topology', '--effort', 'quick', '--require-all'],
    {
      cwd,
    },
  );
  expect(all.status).toBe(3);
}, 900_000);
