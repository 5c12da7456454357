// Runs the published clients against the reference server. They are installed here, not in the project (113 MB). If the
// registry is unreachable, nothing is tested, which is reported; with --require the status is then 1.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/** Whether the installation matches the lock file. */
function isInstalled() {
  const installed = `${here}node_modules/.package-lock.json`;
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${here}package-lock.json`).mtimeMs;
}

if (!isInstalled()) {
  const options = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--loglevel=error',
  ];
  const { status, stderr } = spawnSync('npm', options, { cwd: here, encoding: 'utf8' });
  if (status !== 0) {
    const isRequired = process.argv.includes('--require');
    if (unreachable.test(stderr) && !isRequired) {
      console.log(
        'No client was tested: the package registry cannot be reached, and tests/clients is not installed.',
      );
      process.exit(0);
    }
    console.error(stderr);
    console.error('The clients could not be installed, so none was tested.');
    process.exit(1);
  }
}
const made = spawnSync(
  `${here}node_modules/.bin/openapi-typescript`,
  ['schemas/openapi.json', '--output', 'tests/clients/generated/openapi.d.ts'],
  { cwd: root, encoding: 'utf8' },
);
if (made.status !== 0) {
  console.error(made.stderr);
  console.error('openapi-typescript generated no client from schemas/openapi.json.');
  process.exit(1);
}
const arguments_ = process.argv.slice(2).filter((each) => each !== '--require');
const tests = ['run', '--config', 'tests/clients/vitest.config.ts', ...arguments_];
const { status } = spawnSync(`${root}node_modules/.bin/vitest`, tests, { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
