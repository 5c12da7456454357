// The Python part of `npm run clients`: installs the generator into an environment of its own, and generates a client from
// schemas/openapi.json.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const environment = `${here}python/.venv`;
const requirements = `${here}python/requirements.txt`;
const installed = `${environment}/installed.txt`;

/** The oldest version that the generator runs on. */
const oldest = '3.11';

/** Runs a program; its status, and what it said. */
function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, said: `${stdout ?? ''}${stderr ?? ''}` };
}

/** Why Python cannot be used on this machine; undefined if it can. */
export function missingPython() {
  const [major, minor] = oldest.split('.');
  const isNew = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${major}, ${minor}))`;
  return run('python3', '-c', isNew).status === 0
    ? undefined
    : `there is no python3 ${oldest} or newer with venv and pip`;
}

/** Installs the generator, unless it is there in the same versions; what went wrong, if anything. */
export function installGenerator() {
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return undefined;
  rmSync(environment, { recursive: true, force: true });
  const made = run('python3', '-m', 'venv', environment);
  if (made.status !== 0) return made.said;
  const quietly = ['--quiet', '--disable-pip-version-check', '--no-input', '--retries', '1', '--no-compile'];
  const pip = run(`${environment}/bin/pip`, 'install', ...quietly, '--no-deps', '-r', requirements);
  if (pip.status !== 0) return pip.said;
  writeFileSync(installed, wanted);
  return undefined;
}

/** Generates the client into `generated/python`; what went wrong, if anything. A warning is a mistake too. */
export function generateClient() {
  const description = `${here}generated/one-file.json`;
  const bundled = run(process.execPath, `${here}one-file.mjs`, description);
  if (bundled.status !== 0) return bundled.said;
  const output = `${here}generated/python/ledger_client`;
  rmSync(output, { recursive: true, force: true });
  const options = ['--meta', 'none', '--config', `${here}python/generator.yml`, '--fail-on-warning'];
  const generate = ['generate', '--path', description, '--output-path', output, ...options];
  const generated = run(`${environment}/bin/openapi-python-client`, ...generate);
  return generated.status === 0 ? undefined : generated.said;
}
