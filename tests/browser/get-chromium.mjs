// Gets a Chromium for the tests of the report: one that is there, else Playwright's, else that of the system's package manager.
// `npm run test:browser` runs this first. Needs no build.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How long one way may take, in milliseconds: a download behind a firewall would wait for ever. */
const longestMs = 300_000;

/** How long Playwright waits for a server, in milliseconds; it asks several, several times each. */
const connectMs = 10_000;

/** How package managers install it without a question. */
const managers = [
  [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ],
  [['dnf', 'install', '-y', '-q', 'chromium']],
  [['apk', 'add', '--quiet', 'chromium']],
  [['pacman', '-S', '--noconfirm', '--needed', 'chromium']],
  [['zypper', '--non-interactive', '--quiet', 'install', 'chromium']],
];

/** What the commands that failed said, which is shown only if there is no browser in the end. */
const said = [];

/** Whether a command ends with status 0; it cannot ask anything. */
function ends([command, ...args], env = process.env) {
  const stdio = ['ignore', 'ignore', 'pipe'];
  const { status, stderr } = spawnSync(command, args, { cwd: root, timeout: longestMs, stdio, env });
  if (status !== 0 && stderr !== null) said.push(`${stderr}`.trim());
  return status === 0;
}

/** What a command needs in front of it to run as root; undefined if it may not. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return ends(['sudo', '-n', 'true']) ? ['sudo', '-n'] : undefined;
}

function installByPlaywright() {
  console.log('Chromium: none found; Playwright installs its own.');
  return ends([process.execPath, join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
    ...process.env,
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(connectMs),
  });
}

function installBySystem() {
  const commands = managers.find(([[name]]) => ends([name, '--version']));
  const prefix = commands === undefined ? undefined : asRoot();
  if (commands === undefined || prefix === undefined) return false;
  console.log(`Chromium: Playwright could not install one; ${commands[0][0]} installs it.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return commands.every((command) => ends([...prefix, ...command], env));
}

/** A Chromium that starts: one that Playwright downloaded may lack libraries of the system. */
function working() {
  const path = findChromium();
  return path !== undefined && ends([path, '--version']) ? path : undefined;
}

try {
  const path =
    working() ??
    (installByPlaywright() ? working() : undefined) ??
    (installBySystem() ? working() : undefined);
  if (path === undefined) {
    for (const each of said) console.error(each);
    console.error(
      'There is no Chromium, and none could be installed. Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to the path of one; then run npm run test:browser again.',
    );
    process.exitCode = 1;
  } else {
    console.log(`Chromium: ${path}`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
