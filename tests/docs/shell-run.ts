import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { type Finished, finished } from '../cli/command.ts';
import { plainEnvironment } from './installed-folder.ts';
import type { ShellLine } from './shell-lines.ts';

/** A shell of bash with aliases in a process group of its own, so that what it started can be stopped with it. */
export function started(
  cwd: string,
  lines: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const script = ['shopt -s expand_aliases', 'set -e', ...lines].join('\n');
  return spawn('bash', ['-c', script], {
    cwd,
    env: { ...plainEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Runs a line of a page to its end, or until it serves; a server stops when the test has ended. */
export async function ranLine(
  cwd: string,
  { text, comment }: ShellLine,
  { before = [], settings = {} }: { before?: readonly string[]; settings?: Readonly<Record<string, string>> },
): Promise<Finished | undefined> {
  const child = started(cwd, [...before, text], settings);
  if (comment !== 'keeps running') return finished(child);
  onTestFinished(() => stopped(child));
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Stop the server') && ready());
    child.once('exit', (status) => fail(new Error(`${text} ended with ${status}.`)));
  });
  return undefined;
}

/** What the comment behind a command promises: its status, and the names behind it. */
export function promised({ comment }: ShellLine): { status: number; names: readonly string[] } | undefined {
  const [, status, names = ''] = /(?:^|: )status (\d)(?:: (.*))?$/.exec(comment) ?? [];
  return status === undefined ? undefined : { status: Number(status), names: names.match(/[A-Z-]+/g) ?? [] };
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
  });
}
