import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { runCommandLine } from '../../cli/program.ts';

/** What a finished command left behind. */
export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The environment of the tests without any setting. */
function bare(): Record<string, string | undefined> {
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

/**
 * The same in this process, which starts no other one unless the command does. It is quick, and enough for what ends before
 * a target is tested.
 */
export async function commandHere(
  args: readonly string[],
  { cwd, settings = {} }: { readonly cwd: string; readonly settings?: Record<string, string> },
): Promise<Finished> {
  // Each command listens to what ends its process.
  for (const emitter of [process, process.stdout]) emitter.setMaxListeners(0);
  const { argv, env, exitCode } = process;
  const folder = process.cwd();
  const said = { stdout: '', stderr: '' };
  const restores = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name];
    process[name].write = (text: string | Uint8Array) => {
      said[name] += String(text);
      return true;
    };
    return () => {
      process[name].write = write;
    };
  });
  try {
    process.chdir(cwd);
    process.argv = [process.execPath, main, ...args];
    process.env = { ...bare(), ...settings };
    process.exitCode = 0;
    await runCommandLine();
    return { status: Number(process.exitCode), ...said };
  } finally {
    for (const restore of restores) restore();
    process.chdir(folder);
    Object.assign(process, { argv, env, exitCode });
  }
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
