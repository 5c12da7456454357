// Runs the published clients against the reference server. They are installed here, not in the project (113 MB, and 30 MB of
// Python). If the registry is unreachable, nothing is tested, which is reported; with --require the status is then 1. On a
// machine without Python, the tests of the Python client are skipped, also with --require.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateClient, installGenerator, missingPython } from './python.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const unreachable =
  /\b(NewConnectionError|NameResolutionError|ProxyError|ReadTimeoutError|ConnectTimeoutError|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/** Whether the installation matches the lock file. */
function isInstalled() {
  const installed = `${here}node_modules/.package-lock.json`;
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${here}package-lock.json`).mtimeMs;
}

const isRequired = process.argv.includes('--require');

/** Prints what went wrong, and ends. */
function fail(said, sentence) {
  console.error(said);
  console.error(sentence);
  process.exit(1);
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
  const { status, stderr } = spawnSync('npm', options, {
    cwd: here,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    if (unreachable.test(stderr) && !isRequired) {
      console.log(
        'No client was tested: the package registry cannot be reached, and tests/clients is not installed.',
      );
      process.exit(0);
    }
    fail(stderr, 'The clients could not be installed, so none was tested.');
  }
}
const made = spawnSync(
  process.execPath,
  [
    `${here}node_modules/openapi-typescript/bin/cli.js`,
    'schemas/openapi.json',
    '--output',
    'tests/clients/generated/openapi.d.ts',
  ],
  { cwd: root, encoding: 'utf8' },
);
if (made.status !== 0) fail(made.stderr, 'openapi-typescript generated no client from schemas/openapi.json.');

let withoutPython = missingPython();
if (withoutPython === undefined) {
  const problem = installGenerator();
  if (problem !== undefined && (isRequired || !unreachable.test(problem)))
    fail(problem, 'openapi-python-client could not be installed.');
  if (problem !== undefined) withoutPython = 'the registry of Python packages cannot be reached';
}
if (withoutPython === undefined) {
  const problem = generateClient();
  if (problem !== undefined)
    fail(problem, 'openapi-python-client generated no client from schemas/openapi.json.');
} else console.log(`The Python client is not tested: ${withoutPython}.`);

const arguments_ = process.argv.slice(2).filter((each) => each !== '--require');
const tests = [
  `${root}node_modules/vitest/vitest.mjs`,
  'run',
  '--config',
  'tests/clients/vitest.config.ts',
  ...arguments_,
];
const env = { ...process.env, CLIENTS_WITHOUT_PYTHON: withoutPython };
if (withoutPython === undefined) delete env.CLIENTS_WITHOUT_PYTHON;
const { status } = spawnSync(process.execPath, tests, { cwd: root, stdio: 'inherit', env });
process.exit(status ?? 1);
