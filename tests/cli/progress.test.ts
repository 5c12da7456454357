import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder } from './command.ts';

test('A run says first what it tests, then names what breaks, as its report does, and how many.', async () => {
  const fault = faults.find(({ id }) => id === 'list-users-user-id-is-a-number');
  if (fault === undefined) throw new Error('There is no such fault any more; name another.');
  const server = await startReference({ fault });
  onTestFinished(() => server.close());
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'body.json'), JSON.stringify(server.executeRequest));
  const settings = { ...server.environment, TARGET_EXECUTE_REQUEST: 'body.json' };
  const { stdout } = await command(['run', '--effort', 'quick', '--only', 'list-users', '--nonce', 'n1'], {
    cwd,
    settings,
  });
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^ledger-conformance \S+ on http:/);
  expect(lines[1]).toBe('profile document, effort quick, seed ledger-conformance-0.1, nonce n1');
  expect(lines.filter((line) => line.startsWith('ledger-conformance '))).toHaveLength(1);
  const failed = readReport(join(cwd, 'conformance-results')).results.flatMap(
    ({ requirement, operation, outcome }) => (outcome === 'failed' ? [`${requirement} · ${operation}`] : []),
  );
  expect(failed.length).toBeGreaterThan(0);
  const named = lines.flatMap((line) => /^ {2}FAILED (.*)$/.exec(line)?.[1] ?? []);
  expect(named.sort()).toEqual(failed.sort());
  const last = lines.filter((line) => / of \d+ checks/.test(line)).at(-1);
  expect(last).toMatch(new RegExp(`^ {2}(\\d+) of \\1 checks · ${failed.length} failed$`));
}, 900_000);

test('An interrupted run of a conformant server fails nothing, and says what it kept and how to continue.', async () => {
  const cwd = emptyFolder();
  const args = [
    'run',
    '--only',
    'list-users',
    '--effort',
    'quick',
    '--output',
    'my results',
    '--require-all',
  ];
  const stopped = await command(args, {
    cwd,
    onStart: (child) => {
      const onProgress = (chunk: unknown): void => {
        if (!String(chunk).includes(' checks')) return;
        child.stdout?.off('data', onProgress);
        child.kill('SIGTERM');
      };
      child.stdout?.on('data', onProgress);
    },
  });
  expect(stopped.status).toBe(3);
  expect(stopped.stderr).toBe('');
  expect(stopped.stdout).not.toMatch(/failed/i);
  const [, kept, all] =
    /^Interrupted: the results of (\d+) of (\d+) checks are kept/m.exec(stopped.stdout) ?? [];
  expect(Number(kept)).toBeGreaterThan(0);
  expect(Number(kept)).toBeLessThan(Number(all));
  expect(stopped.stdout).toContain(
    "Continue with:\n  ledger-conformance run --resume --output 'my results' --require-all\n",
  );
  const resumed = await command(['run', '--resume', '--output', 'my results'], { cwd });
  expect(resumed.status).toBe(0);
  expect(resumed.stdout).toContain(`of ${Number(all) - Number(kept)} checks`);
});
