import { defineConfig } from 'vitest/config';
import CertificatesLast from './tests/certificates-last.ts';

/** Replaces modules for all that a worker loads later, so it has workers of its own. */
const replacesModules = 'tests/reports/nonsense-text.test.ts';

export default defineConfig({
  test: {
    // Two cores; files that start servers share them.
    maxWorkers: 2,
    sequence: { sequencer: CertificatesLast },
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'suite',
          include: ['tests/**/*.test.ts'],
          // Parts of other npm scripts; see CONTRIBUTING.md.
          exclude: [
            'tests/{prove,package,nodes,clients,hostile,politeness,soak,standards}/**',
            'tests/field/servers/**',
            'tests/bench/**',
            'tests/defeat/all.test.ts',
            replacesModules,
          ],
          globalSetup: 'tests/bundle/shared-folder.ts',
          // Loading the suite anew for each file takes as long as a quarter of the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'replaced modules', include: [replacesModules] } },
    ],
  },
});
