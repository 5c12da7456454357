import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { hostVariable, workerConfiguration } from './settings/worker-configuration.ts';

const configuration = workerConfiguration();

// In a run, one test conducts all checks: Playwright takes longer for 300 tests than many targets for their requests. Otherwise, each
// check is a test.
const isRun = configuration?.reportDecides === true;
// Workers inherit it.
if (!isRun) process.env[hostVariable] = 'playwright';

// This file runs both from the sources and, built, from dist/.
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const ofThisProcess = join(tmpdir(), `ledger-conformance-${process.pid}`);

/** One test for each requirement of an operation, or one for a whole run. */
export default defineConfig({
  testDir: at('./specs'),
  testMatch: isRun ? `run.${suffix}` : `*/*.spec.${suffix}`,
  globalSetup: at(`./cli/run/playwright-setup.${suffix}`),
  // `npx playwright test` reports as Playwright does, or as its --reporter says.
  ...(configuration === undefined
    ? {}
    : { reporter: [[at(`./reports/terminal/progress-reporter.${suffix}`)] as [string]] }),
  // Playwright leaves a file there, so it is removed with the run's own.
  outputDir: configuration === undefined ? ofThisProcess : join(configuration.stateFolder, 'playwright'),
  // Tests write no files, so there is none to delete after each of them; the folder goes with the run.
  preserveOutput: 'always',
  fullyParallel: false,
  // A retry would hide a finding.
  retries: 0,
  timeout: 0,
  // Limits apply to the whole target, and an execute body may be usable once: its tests need one owner, and an order (ruling 14).
  projects: [{ workers: 1 }],
});
