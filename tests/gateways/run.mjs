// Runs the suite through real gateways and with a real token service. Gateways are Debian's packages, installed where this machine
// allows it; the OpenID provider is installed here, not in the project. Rows whose programs are missing are named and counted, and
// not tested; with --require, that is status 1. With --some, rows are left out to which others are similar.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installLocked } from '../install-locked.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const isRequired = process.argv.includes('--require');

/** Packages by the program that a row needs. */
const packages = { nginx: 'nginx-light', haproxy: 'haproxy', apache2: 'apache2', squid: 'squid' };

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
const missing = () =>
  Object.keys(packages).filter((program) => !folders.some((folder) => existsSync(`${folder}/${program}`)));

/** Installs packages without starting their services; returns what went wrong. */
function installPackages(names) {
  if (process.getuid?.() !== 0 || !folders.some((folder) => existsSync(`${folder}/apt-get`)))
    return `Install them as root: apt-get install --no-install-recommends ${names.join(' ')}`;
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const options = { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
      const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...args], options);
      if (status !== 0) return `${stdout}${stderr}`;
    }
    return undefined;
  } finally {
    if (isOurs) rmSync(policy);
  }
}

const problems = [];
let without = missing();
if (without.length > 0) {
  const problem = installPackages(without.map((program) => packages[program]));
  without = missing();
  if (without.length > 0) problems.push(`Not installed: ${without.join(', ')}. ${problem ?? ''}`);
}
const problem = installLocked(here);
if (problem !== undefined) {
  without.push('oidc-provider');
  problems.push(`Not installed: oidc-provider. ${problem}`);
}
for (const each of problems) console.log(each);
if (isRequired && problems.length > 0) {
  console.error('With --require, every gateway must be there. Nothing was tested.');
  process.exit(1);
}

const tests = [
  `${root}node_modules/vitest/vitest.mjs`,
  'run',
  '--config',
  'tests/gateways/vitest.config.ts',
  ...process.argv.slice(2).filter((each) => !['--require', '--some'].includes(each)),
];
const env = { ...process.env, GATEWAYS_WITHOUT: without.join(',') };
if (process.argv.includes('--some')) env.GATEWAYS = 'some';
const { status } = spawnSync(process.execPath, tests, { cwd: root, stdio: 'inherit', env });
process.exit(status ?? 1);
