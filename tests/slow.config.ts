import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { slowTests } from './slow-tests.ts';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: [...slowTests],
    globalSetup: 'tests/certificates/shared-folder.ts',
    maxWorkers: 2,
    // Far away: a limit only ends what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
  },
});
