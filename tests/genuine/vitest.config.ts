import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Genuine runs, each of which must be accepted: GENUINE_RUNS of them, from number GENUINE_FROM on; with GENUINE_TIME=real in real time. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/genuine/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
  },
});
