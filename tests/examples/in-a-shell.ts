import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { finished } from '../cli/command.ts';
import { root } from '../docs/documents.ts';

/**
 * Puts the built command into a folder under its usual name, and an `npm` that only writes down what it was to do.
 * @param narrowed options of `run` in addition, so that a test does not take long
 */
export function provideCommands(folder: string, narrowed: string): void {
  const main = join(root, 'dist/cli/main.js');
  mkdirSync(folder, { recursive: true });
  const scripts = {
    'ledger-conformance': `[ "$1" = run ] && set -- "$@" ${narrowed}\nexec "${process.execPath}" "${main}" "$@"`,
    npm: `printf '%s\\n' "$*" >> "${folder}/npm.log"`,
  };
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Runs a script of a template in a shell that finds the commands of a folder by their names. */
export async function inAShell(
  cwd: string,
  script: string,
  settings: Readonly<Record<string, string>>,
  commands = cwd,
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  const env = { PATH: `${commands}${delimiter}${process.env.PATH}`, ...settings };
  return finished(spawn('sh', ['-ec', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}
