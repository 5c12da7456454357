import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { workerConfiguration } from './settings/worker-configuration.ts';

/** For `ledger-conformance specs FOLDER`: the folder is outside the package, so it may contain TypeScript. */
export default defineConfig({
  testDir: workerConfiguration()?.specs ?? '.',
  reporter: 'list',
  outputDir: join(tmpdir(), `ledger-conformance-specs-${process.pid}`),
  // One worker with one preflight: limits apply to the whole target, and files run in order.
  workers: 1,
  fullyParallel: false,
  retries: 0,
});
