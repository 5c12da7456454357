import { defineConfig } from 'vitest/config';
import { slowTests } from './tests/slow-tests.ts';

/** Replaces modules for all that a worker loads later, so it has workers of its own. */
const replacesModules = 'tests/reports/nonsense-text.test.ts';

export default defineConfig({
  test: {
    // Two cores; files that start servers share them.
    maxWorkers: 2,
    // Far away: a limit only ends what hangs, and no busy machine makes a test fail.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'suite',
          include: ['tests/**/*.test.ts'],
          // Parts of other npm scripts; see CONTRIBUTING.md.
          exclude: [
            '**/node_modules/**',
            'tests/{bench,clients,defeat,gateways,hostile,nodes,package,politeness,prove,soak,standards}/**',
            'tests/field/servers/**',
            ...slowTests,
            replacesModules,
          ],
          // Loading the suite anew for each file takes as long as a quarter of the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'replaced modules', include: [replacesModules] } },
    ],
  },
});
