import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program in the foreground that listens on 127.0.0.1. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly port: number;
}

/** A program that was started, and what can be done with it. */
export interface Daemon {
  /** Ends it, and starts it again on the same port. */
  restart(): Promise<void>;
  /** Makes it read its configuration again. */
  reload(): void;
  stop(): Promise<void>;
}

/** Where Debian has the programs of servers. */
const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

const running = new Set<ChildProcess>();

// Whatever ends the tests, no gateway stays behind.
process.on('exit', () => {
  for (const child of running) child.kill();
});

/** Starts a program and waits until its port takes connections; throws with what it said if it ends instead. */
export async function startDaemon(program: Program): Promise<Daemon> {
  let child = await started(program);
  return {
    async restart() {
      await ended(child);
      child = await started(program);
    },
    reload() {
      child.kill('SIGHUP');
    },
    stop: () => ended(child),
  };
}

async function started({ command, args, port }: Program): Promise<ChildProcess> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  let failure: Error | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-4_000);
    });
  child.on('error', (error) => {
    failure = error;
  });
  while (!(await takesConnections(port))) {
    if (failure !== undefined || child.exitCode !== null)
      throw new Error(`${command} did not start. ${failure?.message ?? said}`);
    await sleep(20);
  }
  return child;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** A port on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
