import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allChecks } from '../checks/checks.ts';
import { environmentWithFile } from '../harness/run-environment.ts';
import { isSelected } from '../harness/selection.ts';
import type { Environment } from '../harness/settings.ts';
import { UsageError } from '../harness/usage-error.ts';
import { exitStatus, withUnwritten } from './exit-status.ts';
import { finishRun, summary } from './finish-run.ts';
import { unknownFormats, writeFormats } from './formats.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';

/** Options of `run` as commander gives them. */
export interface RunOptions {
  readonly only?: string;
  readonly format?: readonly string[];
  readonly strict?: boolean;
  readonly seed?: string;
  readonly nonce?: string;
  readonly effort?: string;
  readonly output?: string;
  readonly requireTarget?: boolean;
  readonly requireAll?: boolean;
}

/** Tests a target, or the embedded reference server where none is configured; resolves to the exit status. */
export async function run(options: RunOptions): Promise<number> {
  const environment = overlay(environmentWithFile(), options);
  refuseWrongUsage(environment, options);
  const prepared = await prepareRun(environment, options.only === undefined ? {} : { only: options.only });
  try {
    const ended = await runTests(prepared);
    const report = finishRun(prepared.folder, {
      strict: options.strict === true,
      requireAll: options.requireAll === true,
      only: options.only ?? null,
      interrupted: ended.interrupted,
      profile: prepared.profile,
    });
    const unwritten = writeFormats(prepared.folder, report, options.format ?? ['junit']);
    const { stdout } = process;
    const colour = stdout.isTTY === true && process.env.NO_COLOR === undefined;
    stdout.write(summary(prepared.folder, report, Math.min(stdout.columns ?? 80, 120), colour));
    // Playwright fails by findings too; what it knows beyond the report is that it could not run at all.
    const status = withUnwritten(report.gate.status, unwritten);
    const silent = report.counts.cases === 0 && ended.status !== 0 && !ended.interrupted;
    return silent ? exitStatus.suiteFailed : status;
  } finally {
    await prepared.close();
  }
}

/** Options win over the environment, and the environment over .env. */
function overlay(environment: Environment, options: RunOptions): Environment {
  const given: Record<string, string | undefined> = {
    CONFORMANCE_SEED: options.seed,
    CONFORMANCE_NONCE: options.nonce,
    CONFORMANCE_EFFORT: options.effort,
    CONFORMANCE_OUTPUT: options.output,
  };
  return {
    ...environment,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

function refuseWrongUsage(environment: Environment, { only, format, requireTarget }: RunOptions): void {
  const problems: string[] = [];
  const missing = (only ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !allChecks.some((check) => isSelected(each, check)));
  if (missing.length > 0 || only?.trim() === '') {
    problems.push(
      `--only ${missing.join(',')} matches nothing. Give a requirement id or an operation; \`ledger-conformance list\` shows them.`,
    );
  }
  problems.push(...unknownFormats(format ?? []));
  if (requireTarget === true && environment.TARGET_BASE_URL === undefined) {
    problems.push('--require-target was given and TARGET_BASE_URL is not set. Set it to the server to test.');
  }
  if (problems.length > 0) throw new UsageError(problems);
}

/** Runs the tests in Playwright as a process of its own: its workers get the run's environment, secrets included. */
async function runTests(
  prepared: PreparedRun,
): Promise<{ readonly status: number; readonly interrupted: boolean }> {
  const here = dirname(fileURLToPath(import.meta.url));
  const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const playwright = join(
    dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  const config = join(here, '..', `playwright.config.${suffix}`);
  if (!existsSync(config)) throw new Error(`${config} is missing; build the suite with npm run build.`);
  const child = spawn(process.execPath, [playwright, 'test', '--config', config], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: prepared.environment,
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
