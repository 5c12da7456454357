import { defineConfig } from '@playwright/test';
import { chromium } from './chromium.ts';

/** The report's page in a real browser, which `get-chromium.mjs` gets before the tests. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  reporter: 'line',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 900_000,
  outputDir: '../../node_modules/.cache/browser-results',
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: chromium(),
      // Chromium has no sandbox where root starts it, as in a container of a CI.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
