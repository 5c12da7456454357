import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startReference } from '../../reference/start.ts';
import { readReport } from '../../reports/report/read-report.ts';
import { command, emptyFolder } from './command.ts';

const recording = fileURLToPath(new URL('../recorded/canton-3.5.ndjson', import.meta.url));

it('judge finds the recorded node conformant to its own profile, and lists deviations and known defects', {
  timeout: 60_000,
}, async () => {
  const cwd = emptyFolder(onTestFinished);
  const { status, stdout } = await command(['judge', recording, '--profile', 'canton-3.5'], { cwd });
  expect(stdout).toContain('Known defects: 2');
  expect(stdout).toContain('Deviations from the document:');
  expect(stdout).toContain('conformant as far as recorded');
  expect(status).toBe(0);
  const underDocument = await command(['judge', recording], { cwd });
  expect(underDocument.stdout).not.toContain('Known defects');
  expect(underDocument.status).toBe(1);
});

it('run finds the reference server of the profile conformant, with everything exercised', {
  timeout: 120_000,
}, async () => {
  const server = await startReference({ profile: 'canton-3.5' });
  onTestFinished(() => server.close());
  const cwd = emptyFolder(onTestFinished);
  writeFileSync(join(cwd, 'bodies.json'), JSON.stringify(server.executeRequests));
  const settings = { ...server.environment, TARGET_EXECUTE_REQUEST: 'bodies.json' };
  const { status, stdout } = await command(['run', '--effort', 'quick'], { cwd, settings });
  const { coverage, profile, verdict } = readReport(join(cwd, 'conformance-results'));
  expect({ coverage: coverage.state, profile, verdict }, stdout).toEqual({
    coverage: 'complete',
    profile: 'canton-3.5',
    verdict: 'conformant',
  });
  expect(status).toBe(0);
});
