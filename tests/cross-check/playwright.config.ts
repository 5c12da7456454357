import { defineConfig } from '@playwright/test';

/** Playwright's own request context as a second pair of eyes on our wire. */
export default defineConfig({
  testDir: '.',
  reporter: 'line',
  workers: 1,
  retries: 0,
  outputDir: '../../node_modules/.cache/cross-check-results',
});
