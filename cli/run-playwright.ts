import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitStatus } from './exit-status.ts';

/** How Playwright ended: its own exit status, and whether a signal ended it. */
export interface PlaywrightEnd {
  readonly status: number;
  readonly interrupted: boolean;
}

/** The config of the suite's own tests. */
export const ownTests = 'playwright.config';

/** Built tests need no transformation: without its loader each process of Playwright starts a third of a second earlier. */
const untransformed = { PW_DISABLE_TS_ESM: '1' };

/**
 * Runs Playwright as a process of its own, with a config of the suite (by its name without a suffix) and the environment
 * of a prepared run, secrets included. It is the suite's own copy: a second one would not know these tests.
 */
export async function runPlaywright(
  configName: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<PlaywrightEnd> {
  const here = dirname(fileURLToPath(import.meta.url));
  const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  const config = join(here, '..', `${configName}.${suffix}`);
  if (!existsSync(config)) throw new Error(`${config} is missing; build the suite with npm run build.`);
  const child = spawn(process.execPath, [playwright, 'test', '--config', config, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, ...(configName === ownTests && suffix === 'js' ? untransformed : {}) },
  });
  let interrupted = false;
  // Ctrl-C reaches the child as well; a signal sent to this process alone is handed on.
  const onSignal = (signal: NodeJS.Signals): void => {
    interrupted = true;
    if (signal === 'SIGTERM') child.kill('SIGINT');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    const status = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        interrupted ||= signal !== null || code === 130;
        resolve(code ?? exitStatus.suiteFailed);
      });
    });
    return { status, interrupted };
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
