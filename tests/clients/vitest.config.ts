import { defineConfig } from 'vitest/config';

/** The ecosystem's clients. Installing them takes 113 MB, so `npm test` does not include them. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/clients/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 30_000,
  },
});
