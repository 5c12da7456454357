import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Faults through the real command: part of the proof, too slow for every `npm test`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/prove/*.test.ts'],
    maxWorkers: 2,
    maxConcurrency: 2,
  },
});
