import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { awaitingConfiguration } from '../../settings/configuration-variable.ts';
import { exitStatus } from '../output/exit-status.ts';

/** The exit status of Playwright, and whether a signal ended it. */
export interface PlaywrightEnd {
  readonly status: number;
  readonly interrupted: boolean;
}

/** A Playwright process that loads while the run is prepared, then waits for the configuration. */
export interface StartedPlaywright {
  /** Sends the configuration of the prepared run as variables, and waits for the end. */
  go(variables: Readonly<Record<string, string>>): Promise<PlaywrightEnd>;
  /** Kills the process if the run cannot begin. */
  abandon(): void;
}

/** The config of the suite's own tests. */
const ownTests = 'playwright.config';

/** Built tests need no transpilation; without the loader, each Playwright process starts 0.3 s earlier. */
const untransformed = { PW_DISABLE_TS_ESM: '1' };

/**
 * Starts Playwright with the suite's own tests. Loading it takes as long as preparing a run.
 * @param mayBeEmpty whether no test may be left, as in a run that was stopped behind its last check
 */
export function startPlaywright(mayBeEmpty: boolean): StartedPlaywright {
  const environment = { ...process.env, ...awaitingConfiguration, ...(isBuilt() ? untransformed : {}) };
  const child = spawnPlaywright(ownTests, environment, mayBeEmpty ? ['--pass-with-no-tests'] : [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = exitOf(child);
  // Prevents an unhandled rejection; `go` awaits the result.
  exit.catch(() => undefined);
  return {
    go(variables) {
      // If the process has already ended, `endOf` reports that.
      if (child.connected) child.send(variables, () => undefined);
      return endOf(child, exit);
    },
    abandon: () => {
      child.kill('SIGKILL');
    },
  };
}

/** Runs Playwright with another config of the suite (by its name without extension), and waits for its end. */
export function runPlaywright(
  configName: string,
  variables: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<PlaywrightEnd> {
  // By default, the HTML report would go beside the configuration, which is in the package.
  const report = { PLAYWRIGHT_HTML_OUTPUT_DIR: resolve('playwright-report') };
  const child = spawnPlaywright(configName, { ...report, ...process.env, ...variables }, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return endOf(child, exitOf(child));
}

function isBuilt(): boolean {
  return import.meta.url.endsWith('.js');
}

/** Starts the suite's own copy of Playwright: another copy would not recognize these tests. */
function spawnPlaywright(
  configName: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  { stdio }: { readonly stdio: StdioOptions },
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
  // Ctrl-C also reaches the child; SIGTERM sent only to this process is forwarded.
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
