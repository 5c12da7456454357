import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** What a finished command left behind. */
export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command. */
export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The environment of the tests without any setting. */
export function bare(): Record<string, string | undefined> {
  const isSetting = /^(TARGET|CONFORMANCE|LEDGER_CONFORMANCE|VITEST|NODE_OPTIONS)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting.test(name)));
}

/** The built command, run as a user would in a folder of its own, with no setting but those given. */
export function command(
  args: readonly string[],
  options: {
    cwd: string;
    settings?: Record<string, string>;
    node?: readonly string[];
    onStart?: (child: ChildProcess) => void;
  },
): Promise<Finished> {
  const child = spawn(process.execPath, [...(options.node ?? []), main, ...args], {
    cwd: options.cwd,
    env: { ...bare(), ...options.settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  options.onStart?.(child);
  return finished(child);
}

/** What a child process says until it ends, and how it ends. */
export function finished(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** An empty folder that goes when the test has ended; tests side by side say which test that is. */
export function emptyFolder(whenFinished: (then: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-test-'));
  whenFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
