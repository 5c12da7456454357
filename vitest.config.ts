import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Parts of `npm run prove`, `npm run package-test`, `npm run clients` and `npm run hostile`; a sample of the last runs here.
    exclude: ['tests/prove/**', 'tests/package/**', 'tests/clients/**', 'tests/hostile/!(sample).test.ts'],
    globalSetup: 'tests/bundle/shared-folder.ts',
    // Two cores; files that start servers share them.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
