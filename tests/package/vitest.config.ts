import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The package as it is published: packing and installing it takes too long for every `npm test`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/package/*.test.ts'],
    globalSetup: 'tests/package/install-once.ts',
    maxWorkers: 1,
    testTimeout: 900_000,
  },
});
