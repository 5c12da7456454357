import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Part of `npm run prove`.
    exclude: ['tests/prove/**'],
    // Two cores; files that start servers share them.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
