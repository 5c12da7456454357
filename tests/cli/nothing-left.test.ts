import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReport } from '../../reports/report/report-file.ts';
import { command, emptyFolder } from './command.ts';

/** A folder to work in, and an empty folder for temporary files. */
function folders() {
  const cwd = emptyFolder();
  const temporary = join(cwd, 'temporary');
  mkdirSync(temporary);
  return { cwd, settings: { TMPDIR: temporary }, left: () => readdirSync(temporary) };
}

test('A run leaves nothing in the folder for temporary files.', async () => {
  const { cwd, settings, left } = folders();
  expect((await command(['run', '--only', 'LU-PAGE-SIZE@list-users'], { cwd, settings })).status).toBe(0);
  expect(left()).toEqual([]);
});

test('Specs of a user leave nothing there but the cache of Playwright.', async () => {
  const { cwd, settings, left } = folders();
  mkdirSync(join(cwd, 'own'));
  const text = "import { test } from 'ledger-conformance';\ntest('Nothing is tested.', () => {});\n";
  writeFileSync(join(cwd, 'own', 'one.spec.js'), text);
  await command(['specs', 'own'], { cwd, settings });
  expect(left().filter((name) => !name.startsWith('playwright-transform-cache'))).toEqual([]);
});

test('SIGTERM leaves nothing there, nor a lock, while tests run.', async () => {
  const { cwd, settings, left } = folders();
  const { status } = await command(['run', '--output', 'results'], {
    cwd,
    settings,
    onStart: (child) => {
      child.stdout?.once('data', () => setTimeout(() => child.kill('SIGTERM'), 1_500));
    },
  });
  expect(status).toBe(3);
  expect(left()).toEqual([]);
  expect(readdirSync(join(cwd, 'results'))).not.toContain('.running');
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s leaves nothing there before the tests, either.',
  async (signal) => {
    const { cwd, settings, left } = folders();
    let ask: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const silent = createServer(() => ask()).listen(0, '127.0.0.1');
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const { status } = await command(['run', '--output', 'results'], {
      cwd,
      settings: { ...settings, TARGET_BASE_URL: `http://127.0.0.1:${port}`, TARGET_TOKEN: 'a.b.c' },
      onStart: (child) => {
        asked.then(() => child.kill(signal));
      },
    });
    // Ended by the signal itself.
    expect(status).toBe(null);
    expect(left()).toEqual([]);
    expect(readdirSync(join(cwd, 'results'))).not.toContain('.running');
    expect(readReport(join(cwd, 'results')).gate).toMatchObject({
      status: 3,
      causes: ['The run was interrupted.'],
    });
    expect(readdirSync(join(cwd, 'results'))).toContain('junit.xml');
  },
);
