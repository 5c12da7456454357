import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Parts of `npm run prove`, `npm run package-test` and `npm run hostile`, of which a sample runs here.
    exclude: ['tests/prove/**', 'tests/package/**', 'tests/hostile/!(sample).test.ts'],
    // Two cores; files that start servers share them.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
