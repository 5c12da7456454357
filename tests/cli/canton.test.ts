import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { command, emptyFolder } from './command.ts';

const recording = fileURLToPath(new URL('../recorded/canton-3.5.ndjson', import.meta.url));

it('judge finds the recorded node conformant to its own profile, and lists deviations and known defects', {
  timeout: 900_000,
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
