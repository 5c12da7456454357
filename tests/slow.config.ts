import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What takes minutes and rarely finds anything: verifying whole bundles, the steps of regular expressions, pipelines of CI servers. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: [
      'tests/certificates/*.test.ts',
      'tests/patterns/*.test.ts',
      'tests/defeat/sample.test.ts',
      'tests/examples/pipelines.test.ts',
    ],
    globalSetup: 'tests/certificates/shared-folder.ts',
    maxWorkers: 2,
    // Far away: a limit only ends what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
  },
});
