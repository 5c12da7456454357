import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The ecosystem's clients. Installing them takes 113 MB, so `npm test` does not include them. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/clients/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
  },
});
