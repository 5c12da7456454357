import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** A server of the field, as its `field.json` describes it. Commands run in its folder. */
export interface FieldServer {
  readonly folder: string;
  readonly name: string;
  readonly language: string;
  readonly framework: string;
  /** Commands that must be on the PATH. */
  readonly tools: readonly string[];
  readonly build: readonly (readonly string[])[];
  readonly start: readonly string[];
}

/** What every server is started with, besides a port. */
export interface FieldSettings {
  readonly JWT_SECRET: string;
  readonly SYNCHRONIZER_ID: string;
}

export interface RunningServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** The servers below a folder, by name. */
export function fieldServers(folder: string): FieldServer[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, 'field.json')))
    .map((path) => ({ ...JSON.parse(readFileSync(join(path, 'field.json'), 'utf8')), folder: path }));
}

/** The tools of a server that are not on the PATH. */
export function missingTools({ tools }: FieldServer): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return tools.filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))));
}

/** Holds the digest of the sources of which the server was built. */
const stampFile = '.built';

/**
 * Builds a server, unless it was built of the same sources before.
 * @throws Error with the last lines of the command that failed.
 */
export function build({ folder, name, build: commands }: FieldServer): void {
  const stamp = join(folder, stampFile);
  const digest = sourceDigest(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  for (const [command = '', ...args] of commands) {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    if (status === 0) continue;
    const said = error?.message ?? `${stdout}\n${stderr}`.trim().split('\n').slice(-5).join('\n');
    throw new Error(`${name} could not be built: ${[command, ...args].join(' ')} failed.\n${said}`);
  }
  writeFileSync(stamp, digest);
}

/** What builds and installs leave in the folder of a server. */
const built = ['node_modules', '.venv', 'build', 'target', '__pycache__', stampFile];

/** The source files of a server, sorted. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !built.includes(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourceFiles(path) : [path];
    })
    .sort();
}

function sourceDigest(folder: string): string {
  const hash = createHash('sha256');
  for (const path of sourceFiles(folder)) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

const startsWithinMs = 60_000;

/**
 * Starts a server on a free port of 127.0.0.1 and waits until it accepts connections.
 * @throws Error if it ends or does not listen within a minute.
 */
export async function start(server: FieldServer, settings: FieldSettings): Promise<RunningServer> {
  const port = await freePort();
  const [command = '', ...args] = server.start;
  const child = spawn(command, args, {
    cwd: server.folder,
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const until = Date.now() + startsWithinMs;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      await ended(child);
      throw new Error(`${server.name} does not listen on its port; start it in ${server.folder} to see why.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exit;
  clearTimeout(timer);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
