import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

/**
 * Installs the packages of a folder where the installation does not match its lock file. They are not in the project, as
 * only one script needs them.
 * @param folder ends with a slash
 * @returns what npm said if that failed
 */
export function installLocked(folder) {
  const installed = `${folder}node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${folder}package-lock.json`).mtimeMs)
    return undefined;
  const options = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--loglevel=error',
  ];
  const { status, stderr } = spawnSync('npm', options, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return status === 0 ? undefined : stderr;
}
