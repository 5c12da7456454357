import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { watchMemory } from './process-memory.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'dist/cli/main.js');

/** The folder for all output of the measurements; removed at the end. */
export const scratch = mkdtempSync(join(tmpdir(), 'ledger-conformance-bench-'));
const started = new Set();
process.once('exit', () => {
  for (const child of started) kill(child);
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const bare = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(TARGET|CONFORMANCE|LEDGER_CONFORMANCE|NODE_OPTIONS)/.test(name),
  ),
);

/** A command is stopped after this many milliseconds, so that the bench ends. */
export const longest = 300_000;

let folders = 0;
export const newFolder = () => join(scratch, `folder-${++folders}`);

/** Starts the built command in its own process group. */
export function start(args, settings = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: scratch,
    env: { ...bare, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.add(child);
  child.once('close', () => started.delete(child));
  return child;
}

export function kill(child) {
  if (child.exitCode !== null || child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Runs the command to its end: seconds, status, and the peak memory of its processes. */
export async function ran(args, settings) {
  const began = performance.now();
  const child = start(args, settings);
  const peaks = watchMemory(child.pid);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const timer = setTimeout(() => kill(child), longest);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { status, said, seconds: (performance.now() - began) / 1000, peaks: [...peaks().values()] };
}

/** Runs the command to its end: the processor time that it and its children took, in milliseconds, as the shell tells it. */
export async function processorTime(args, settings) {
  const shell = ['-c', '"$@"; status=$?; times; exit $status', 'sh', process.execPath, main, ...args];
  const child = spawn('/bin/sh', shell, {
    cwd: scratch,
    env: { ...bare, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}.`);
  // The last line is of the children: user and system time, such as 0m5.120s 0m0.880s.
  const times = [...(said.trimEnd().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, minutes, rest]) => sum + 60_000 * Number(minutes) + 1_000 * Number(rest), 0);
}

/** A run with its report. Throws without a verdict, because its figures would mean nothing. */
export async function reported(args, settings) {
  const folder = newFolder();
  const { status, said, ...rest } = await ran(['run', '--output', folder, ...args], settings);
  if (status !== 0) throw new Error(`run ${args.join(' ')} ended with ${status}: ${said.slice(-500)}`);
  return { ...rest, folder, report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) };
}

/** The reference server in its own process: the settings of a run against it, and a function that stops it. */
export async function served(...args) {
  const folder = newFolder();
  const child = start(['serve', '--folder', folder, ...args]);
  await new Promise((resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`serve ${args.join(' ')} ended with ${status}.`)));
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Stop the server')) resolve();
    });
  });
  return { settings: parse(readFileSync(join(folder, '.env'))), stop: () => kill(child) };
}
