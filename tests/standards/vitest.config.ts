import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Bundles, metrics and manifests, checked by the programs of others: they have to be installed, or are skipped with a line. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/standards/*.test.ts'],
    globalSetup: 'tests/certificates/shared-folder.ts',
    maxWorkers: 1,
    testTimeout: 900_000,
    hookTimeout: 400_000,
  },
});
