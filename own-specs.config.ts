import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { workerConfiguration } from './settings/worker-configuration.ts';

/** Specs of your own, for `ledger-conformance specs FOLDER`: the folder is outside of the package, so it may hold TypeScript. */
export default defineConfig({
  testDir: workerConfiguration()?.specs ?? '.',
  reporter: 'list',
  outputDir: join(tmpdir(), `ledger-conformance-specs-${process.pid}`),
  // One target, met once: its bounds hold for all workers together, and order is that of the files.
  workers: 1,
  fullyParallel: false,
  retries: 0,
});
