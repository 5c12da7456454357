import { defineConfig } from 'vitest/config';

/** The clients of the ecosystem: a hundred megabytes to install, so no part of `npm test`. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/clients/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 30_000,
  },
});
