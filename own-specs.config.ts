import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { workerConfiguration } from './settings/worker-configuration.ts';

const configuration = workerConfiguration();

/** For `ledger-conformance specs FOLDER`: the folder is outside the package, so it may contain TypeScript. */
export default defineConfig({
  testDir: configuration?.specs ?? '.',
  reporter: 'list',
  // Playwright leaves a file there, so it is removed with the run's own.
  outputDir: join(configuration?.stateFolder ?? tmpdir(), 'ledger-conformance-specs'),
  // One worker with one preflight: limits apply to the whole target, and files run in order.
  workers: 1,
  fullyParallel: false,
  retries: 0,
});
