import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests of pure code for mutating judges, matchers and mutators: no server, process or clock. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: [
      'tests/judges/*.test.ts',
      'tests/generators/*.test.ts',
      'tests/json/json-pointer.test.ts',
      'tests/journal/judgement.test.ts',
      'tests/wire/media-type.test.ts',
    ],
    // The units share one module graph, because loading it for every file would take a second for each mutant.
    isolate: false,
    // Far away: a limit only ends what hangs, and instrumented code on a busy machine is slow.
    testTimeout: 600_000,
  },
});
