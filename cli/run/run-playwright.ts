import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { awaitingConfiguration } from '../../settings/worker-configuration.ts';
import { exitStatus } from '../output/exit-status.ts';

/** How Playwright ended: its own exit status, and whether a signal ended it. */
export interface PlaywrightEnd {
  readonly status: number;
  readonly interrupted: boolean;
}

/** A Playwright that loads itself while the run is prepared, and then waits for what the tests need. */
export interface StartedPlaywright {
  /** Hands over the variable with the configuration of the prepared run, and waits for the end. */
  go(variables: Readonly<Record<string, string>>): Promise<PlaywrightEnd>;
  /** Lets go of it where the run cannot begin. */
  abandon(): void;
}

/** The config of the suite's own tests. */
const ownTests = 'playwright.config';

/** Built tests need no transformation: without its loader each process of Playwright starts a third of a second earlier. */
const untransformed = { PW_DISABLE_TS_ESM: '1' };

/** Starts Playwright with the suite's own tests. Loading it takes as long as preparing a run does. */
export function startPlaywright(): StartedPlaywright {
  const environment = { ...process.env, ...awaitingConfiguration, ...(isBuilt() ? untransformed : {}) };
  const child = spawnPlaywright(ownTests, environment, [], ['ignore', 'inherit', 'inherit', 'ipc']);
  const exit = exitOf(child);
  // Nobody waits for it yet; `go` tells what became of it.
  exit.catch(() => undefined);
  return {
    go(variables) {
      // If it has died before, its end shows that.
      if (child.connected) child.send(variables, () => undefined);
      return endOf(child, exit);
    },
    abandon: () => {
      child.kill('SIGKILL');
    },
  };
}

/** Runs Playwright with another config of the suite (by its name without a suffix), and waits for its end. */
export function runPlaywright(
  configName: string,
  variables: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<PlaywrightEnd> {
  const child = spawnPlaywright(configName, { ...process.env, ...variables }, args, [
    'ignore',
    'inherit',
    'inherit',
  ]);
  return endOf(child, exitOf(child));
}

function isBuilt(): boolean {
  return import.meta.url.endsWith('.js');
}

/** A process of its own, of the suite's own copy: a second one would not know these tests. */
function spawnPlaywright(
  configName: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const here = dirname(fileURLToPath(import.meta.url));
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  const config = join(here, '..', '..', `${configName}.${isBuilt() ? 'js' : 'ts'}`);
  if (!existsSync(config)) throw new Error(`${config} is missing; build the suite with npm run build.`);
  return spawn(process.execPath, [playwright, 'test', '--config', config, ...args], { stdio, env });
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

async function endOf(child: ChildProcess, exit: Promise<Exit>): Promise<PlaywrightEnd> {
  let interrupted = false;
  // Ctrl-C reaches the child as well; a signal sent to this process alone is handed on.
  const onSignal = (signal: NodeJS.Signals): void => {
    interrupted = true;
    if (signal === 'SIGTERM') child.kill('SIGINT');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    const { code, signal } = await exit;
    return {
      status: code ?? exitStatus.suiteFailed,
      interrupted: interrupted || signal !== null || code === 130,
    };
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
