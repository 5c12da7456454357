import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The package on each version of Node that it supports: they are downloaded, which takes too long for every `npm test`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/nodes/*.test.ts'],
    globalSetup: 'tests/package/install-once.ts',
    maxWorkers: 1,
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
