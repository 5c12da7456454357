import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium } from './find-chromium.mjs';

const script = join(import.meta.dirname, 'get-chromium.mjs');

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-chromium-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program that says nothing and ends with status 0. */
function program(folder: string, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

/** Runs the script without a network, a browser of Playwright, or any program but those in `path`. */
function getChromium(path: string, more: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: {
      PATH: path,
      PLAYWRIGHT_BROWSERS_PATH: join(path, 'browsers'),
      PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
      ...more,
    },
  });
}

test('A Chromium on the PATH is found under each of its names; files that are not programs are not.', () => {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const folder = emptyFolder();
    const path = program(folder, name);
    expect(findChromium({ PATH: folder })).toBe(path);
    chmodSync(path, 0o644);
    expect(findChromium({ PATH: folder })).not.toBe(path);
  }
});

test('CHROMIUM_PATH takes precedence, and must name a program.', () => {
  const folder = emptyFolder();
  program(folder, 'chromium');
  const given = program(folder, 'my-browser');
  expect(findChromium({ PATH: folder, CHROMIUM_PATH: given })).toBe(given);
  expect(() => findChromium({ PATH: folder, CHROMIUM_PATH: join(folder, 'none') })).toThrow(
    /CHROMIUM_PATH is .*none, which is not a program\. Set it to the path of a Chromium/,
  );
});

test('The Chromium that is there is named in one line.', () => {
  const folder = emptyFolder();
  const path = program(folder, 'chromium');
  const { status, stdout, stderr } = getChromium(folder);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `Chromium: ${path}\n`, stderr: '' });
});

test('Without a Chromium and a way to install one, the script fails and says what to do.', {
  timeout: 900_000,
}, () => {
  const { status, stdout, stderr } = getChromium(emptyFolder());
  expect(status).toBe(1);
  expect(stdout).toBe('Chromium: none found; Playwright installs its own.\n');
  expect(stderr).toContain('ECONNREFUSED');
  expect(stderr).toMatch(
    /There is no Chromium, and none could be installed\. Install one .* or set CHROMIUM_PATH/,
  );
});

test('A package manager installs it if Playwright cannot.', { timeout: 900_000 }, () => {
  const folder = emptyFolder();
  const manager = join(folder, 'apk');
  const browser = join(folder, 'chromium');
  writeFileSync(
    manager,
    `#!/bin/sh\n[ "$1" = add ] || exit 0\necho '#!/bin/sh' > ${browser}\n/bin/chmod 755 ${browser}\n`,
  );
  chmodSync(manager, 0o755);
  writeFileSync(join(folder, 'sudo'), '#!/bin/sh\nshift\n[ "$1" = true ] || exec "$@"\n');
  chmodSync(join(folder, 'sudo'), 0o755);
  const { status, stdout } = getChromium(folder);
  expect(stdout.split('\n').slice(1)).toEqual([
    'Chromium: Playwright could not install one; apk installs it.',
    `Chromium: ${browser}`,
    '',
  ]);
  expect(status).toBe(0);
});
