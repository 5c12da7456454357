import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Parts of `npm run prove` and `npm run package-test`.
    exclude: ['tests/prove/**', 'tests/package/**'],
    // Two cores; files that start servers share them.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
