import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The whole catalogue of hostile targets, and faults of our own side: minutes, so that `npm run test:load` runs a sample of it. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/hostile/*.test.ts'],
    exclude: ['tests/hostile/sample.test.ts'],
    globalSetup: ['tests/hostile/write-table.ts'],
    maxWorkers: 1,
    maxConcurrency: 2,
    testTimeout: 600_000,
  },
});
