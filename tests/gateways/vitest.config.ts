import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Real gateways, which `tests/gateways/run.mjs` installs. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/gateways/*.test.ts'],
    globalSetup: ['tests/gateways/write-table.ts'],
    maxWorkers: 2,
    maxConcurrency: 2,
    testTimeout: 600_000,
  },
});
