import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Every defeat device at standard effort: minutes, so that `npm run test:slow` runs a sample of them. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/defeat/all.test.ts', 'tests/defeat/watched.test.ts'],
    maxWorkers: 1,
    testTimeout: 3_600_000,
  },
});
