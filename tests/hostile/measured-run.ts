import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A command that ended, and what it took. */
export interface Measured {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** The most that it and its children held at one time, in MiB; zero where there is no /proc. */
  readonly mebibytes: number;
  /** The same of the largest of them. */
  readonly processMebibytes: number;
}

export interface Meddling {
  /** Called a few times a second with the process ids of the command and its children, first its own. */
  readonly onSample?: (processes: readonly number[], stdout: string) => void;
  readonly limits?: string;
  /** Ended by force after so many seconds. */
  readonly atMost: number;
}

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const sampleMs = 60;

/** The built command as a user runs it, with no setting but those given; `limits` are options of the shell's ulimit. */
export function measuredRun(
  args: readonly string[],
  cwd: string,
  settings: Readonly<Record<string, string>>,
  { onSample, limits, atMost }: Meddling,
): Promise<Measured> {
  const bare = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(TARGET|CONFORMANCE|LEDGER_CONFORMANCE|VITEST|NODE_OPTIONS|GITHUB)/.test(name),
    ),
  );
  const started = performance.now();
  const line = [process.execPath, main, ...args];
  const limited = ['/bin/sh', '-c', `ulimit ${limits}; exec "$@"`, 'sh', ...line];
  const [command = '', ...rest] = limits === undefined ? line : limited;
  const child = spawn(command, rest, {
    cwd,
    env: { ...bare, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let mebibytes = 0;
  let largest = 0;
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const sampling = setInterval(() => {
    const processes = withChildren(child.pid ?? 0);
    const each = processes.map(residentMebibytes);
    largest = Math.max(largest, ...each);
    mebibytes = Math.max(
      mebibytes,
      each.reduce((sum, one) => sum + one, 0),
    );
    onSample?.(processes, stdout);
  }, sampleMs);
  const killing = setTimeout(() => {
    for (const id of withChildren(child.pid ?? 0)) end(id, 'SIGKILL');
  }, atMost * 1_000);
  return new Promise((resolve) => {
    child.once('close', (status, signal) => {
      clearInterval(sampling);
      clearTimeout(killing);
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      resolve({
        status,
        signal,
        stdout,
        stderr,
        seconds,
        mebibytes: Math.round(mebibytes),
        processMebibytes: Math.round(largest),
      });
    });
  });
}

export function end(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended by itself.
  }
}

function withChildren(id: number): number[] {
  const children = textOf(`/proc/${id}/task/${id}/children`)
    .split(' ')
    .filter((each) => each !== '')
    .map(Number);
  return [id, ...children.flatMap(withChildren)];
}

function residentMebibytes(id: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${id}/status`))?.[1] ?? 0) / 1024;
}

/** Empty where the process is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
