import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Tests of rates, time limits, soaks and misbehaving servers. They run alone: other tests at the same time would change
 * what they measure.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: [
      'tests/politeness/*.test.ts',
      'tests/soak/*.test.ts',
      'tests/hostile/sample.test.ts',
      'tests/bench/*.test.ts',
    ],
    maxWorkers: 1,
    maxConcurrency: 2,
    testTimeout: 900_000,
  },
});
