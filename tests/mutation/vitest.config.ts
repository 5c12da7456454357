import { defineConfig } from 'vitest/config';

/** The tests of pure code that judges, matchers and mutators have to answer to: no server, no process, no clock. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: [
      'tests/checks/*.test.ts',
      'tests/generators/*.test.ts',
      'tests/json/json-pointer.test.ts',
      'tests/journal/judgement.test.ts',
      'tests/wire/media-type.test.ts',
    ],
    // The units share one module graph: a run of a mutant would take a second to load it for every file.
    isolate: false,
    exclude: ['tests/checks/{whole-run,shrink,walk,structure}.test.ts'],
  },
});
