// Runs the published clients against the reference server. They are installed here, not in the project (113 MB, and 30 MB of
// Python). If the registry is unreachable, nothing is tested, which is reported; with --require the status is then 1. On a
// machine without Python, the tests of the Python client are skipped, also with --require.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installLocked } from '../install-locked.mjs';
import { generateClient, installGenerator, missingPython } from './python.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const unreachable =
  /\b(NewConnectionError|NameResolutionError|ProxyError|ReadTimeoutError|ConnectTimeoutError|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

const isRequired = process.argv.includes('--require');

/** Prints what went wrong, and ends. */
function fail(said, sentence) {
  console.error(said);
  console.error(sentence);
  process.exit(1);
}

const problem = installLocked(here);
if (problem !== undefined) {
  if (unreachable.test(problem) && !isRequired) {
    console.log(
      'No client was tested: the package registry cannot be reached, and tests/clients is not installed.',
    );
    process.exit(0);
  }
  fail(problem, 'The clients could not be installed, so none was tested.');
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
  const unmade = installGenerator();
  if (unmade !== undefined && (isRequired || !unreachable.test(unmade)))
    fail(unmade, 'openapi-python-client could not be installed.');
  if (unmade !== undefined) withoutPython = 'the registry of Python packages cannot be reached';
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
