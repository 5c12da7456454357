import { defineConfig } from 'vitest/config';
import { slowTests } from './tests/slow-tests.ts';

/** They replace modules for all that a worker loads later, so they have workers of their own. */
const replaceModules = ['tests/reports/nonsense-text.test.ts', 'tests/cli/read-once.test.ts'];

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
            'tests/{bench,clients,defeat,fuzz,gateways,genuine,hostile,nodes,package,politeness,prove,soak,standards}/**',
            'tests/field/servers/**',
            ...slowTests,
            ...replaceModules,
          ],
          // Loading the suite anew for each file takes as long as a quarter of the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'replaced modules', include: replaceModules } },
    ],
  },
});
