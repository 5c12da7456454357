import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { operationStems } from './schemas/openapi.ts';
import { unselectedTag } from './session/test-annotations.ts';
import { awaitConfiguration, workerConfiguration } from './settings/worker-configuration.ts';

await awaitConfiguration();
const configuration = workerConfiguration();

// This file runs both from the sources and, built, from dist/.
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const concurrency = configuration?.settings.concurrency ?? Number(process.env.CONFORMANCE_CONCURRENCY ?? 32);

/** Two workers are enough for a two-core machine; with a slow target they mostly wait, so a third costs little. */
const workers = Math.min(concurrency, configuration?.slow === true ? 3 : 2);

const [first, ...others] = operationStems;

/** The spec that each operation has, named after it. A spec beside it shares nothing with it. */
const ownSpec = (stem: string): string => `**/${stem}/${stem}.spec.${suffix}`;

/** Two halves of about the same length: the first operation and what others have beside their own specs, and the rest. */
const ofTwo = [
  { name: `${first}`, testDir: at('./specs'), testIgnore: others.map(ownSpec), workers: 1 },
  { name: others.join(', '), testDir: at('./specs'), testMatch: others.map(ownSpec), workers: 1 },
];

const ofEach = operationStems.map((name) => ({ name, testDir: at(`./specs/${name}`), workers: 1 }));

const ofThisProcess = join(tmpdir(), `ledger-conformance-${process.pid}`);

/** One project per operation; one test per requirement in it. */
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
  workers,
  fullyParallel: false,
  // A retry would hide a finding.
  retries: 0,
  // Findings fail at most five tests (session/claim.ts); more are errors of the suite, such as a full disk.
  maxFailures: 8,
  timeout: 0,
  // One worker each: operations share nothing, and changing projects restarts a worker. An execute body may be usable
  // once, so its tests need one owner and an order, rejections before success (ruling 14).
  projects: workers === 3 ? ofEach : ofTwo,
});
