import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { operationStems } from './schemas/openapi.ts';
import { unselectedTag } from './session/test-annotations.ts';
import { workerConfiguration } from './settings/worker-configuration.ts';

const configuration = workerConfiguration();

// This file runs both from the sources and, built, from dist/.
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const concurrency = configuration?.settings.concurrency ?? Number(process.env.CONFORMANCE_CONCURRENCY ?? 32);

const [first, ...others] = operationStems;

/** The spec that each operation has, named after it. A spec beside it shares nothing with it. */
const ownSpec = (stem: string): string => `**/${stem}/${stem}.spec.${suffix}`;

/**
 * Two halves of about the same length: the first operation and what others have beside their own specs, and the rest. Each has
 * one worker. An execute body may be usable once, so its tests need one owner and an order, rejections before success (ruling 14).
 */
const projects = [
  { name: `${first}`, testDir: at('./specs'), testIgnore: others.map(ownSpec), workers: 1 },
  { name: others.join(', '), testDir: at('./specs'), testMatch: others.map(ownSpec), workers: 1 },
];

const ofThisProcess = join(tmpdir(), `ledger-conformance-${process.pid}`);

/** One test for each requirement of an operation. */
export default defineConfig({
  testMatch: operationStems.map((stem) => `**/${stem}/*.spec.${suffix}`),
  grepInvert: new RegExp(unselectedTag),
  globalSetup: at(`./cli/run/playwright-setup.${suffix}`),
  // `npx playwright test` reports as Playwright does, or as its --reporter says.
  ...(configuration === undefined
    ? {}
    : { reporter: [[at(`./reports/terminal/progress-reporter.${suffix}`)] as [string]] }),
  // Playwright leaves a file there, so it is removed with the run's own.
  outputDir: configuration === undefined ? ofThisProcess : join(configuration.stateFolder, 'playwright'),
  // Tests write no files, so there is none to delete after each of them; the folder goes with the run.
  preserveOutput: 'always',
  workers: Math.min(concurrency, projects.length),
  fullyParallel: false,
  // A retry would hide a finding.
  retries: 0,
  // In a run, findings fail no test; failures are those of the suite, such as a full disk.
  maxFailures: configuration === undefined ? 0 : 8,
  timeout: 0,
  projects,
});
