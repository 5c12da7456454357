import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitStatus } from '../output/exit-status.ts';

/** The exit status of Playwright, and what ended it. */
export interface PlaywrightEnd {
  readonly status: number;
  /** A signal. */
  readonly interrupted: boolean;
  /** Results that can no longer be written, as its reporter says by a message to this process. */
  readonly unwritable?: string;
}

/** Built tests need no transpilation; without the loader, each Playwright process starts 0.3 s earlier. */
const untransformed = { PW_DISABLE_TS_ESM: '1' };

/**
 * What each process of a run may keep of JavaScript's memory, in MiB. A run is to take at most 512 MiB in each, and without a limit, garbage
 * may become several times what is in use before it is collected.
 */
const heapMebibytes = 256;

/** Runs the checks of a prepared run. */
export function runChecks(variables: Readonly<Record<string, string>>): Promise<PlaywrightEnd> {
  return runPlaywright(
    'playwright.config',
    { ...variables, ...(isBuilt() ? untransformed : {}) },
    [],
    [`--max-old-space-size=${heapMebibytes}`],
  );
}

/**
 * Runs a config of the suite (by its name without extension), and waits for its end. It is run by the suite's own copy of
 * Playwright: another copy would not recognize these tests.
 * @param ofNode options of Node, which the workers get too
 */
export function runPlaywright(
  configName: string,
  variables: Readonly<Record<string, string>>,
  args: readonly string[],
  ofNode: readonly string[] = [],
): Promise<PlaywrightEnd> {
  // By default, the HTML report would go beside the configuration, which is in the package.
  const report = { PLAYWRIGHT_HTML_OUTPUT_DIR: resolve('playwright-report') };
  const here = dirname(fileURLToPath(import.meta.url));
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  const config = join(here, '..', '..', `${configName}.${isBuilt() ? 'js' : 'ts'}`);
  if (!existsSync(config)) throw new Error(`${config} is missing; build the suite with npm run build.`);
  return endOf(
    spawn(process.execPath, [...ofNode, playwright, 'test', '--config', config, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...report, ...process.env, ...variables },
    }),
  );
}

function isBuilt(): boolean {
  return import.meta.url.endsWith('.js');
}

async function endOf(child: ChildProcess): Promise<PlaywrightEnd> {
  let interrupted = false;
  let unwritable: string | undefined;
  child.on('message', (text) => {
    unwritable = String(text);
  });
  // Ctrl-C also reaches the child; SIGTERM sent only to this process is forwarded.
  const onSignal = (signal: NodeJS.Signals): void => {
    interrupted = true;
    if (signal === 'SIGTERM') child.kill('SIGINT');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return {
      status: code ?? exitStatus.suiteFailed,
      interrupted: interrupted || signal !== null || code === 130,
      unwritable,
    };
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
