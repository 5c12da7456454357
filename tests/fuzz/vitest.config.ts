import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Drawn files for every reader of files: a minute, or FUZZ_SECONDS. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/fuzz/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 7_200_000,
  },
});
