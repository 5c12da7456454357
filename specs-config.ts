import { fileURLToPath } from 'node:url';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

// This file runs both from the sources and, built, from dist/.
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * A Playwright configuration for your own specs, so that `npx playwright test`, its options and editors work with them. The run is
 * prepared as `ledger-conformance specs` does it: settings from `.env` and the environment, the reference server if no target is
 * set, and the exchanges in `conformance-specs/` (or CONFORMANCE_OUTPUT).
 * @param options Playwright's own, such as testDir and reporter
 */
export function specsConfig(options: PlaywrightTestConfig = {}): PlaywrightTestConfig {
  return defineConfig({
    // One worker with one preflight: limits apply to the whole target, and files run in order.
    workers: 1,
    fullyParallel: false,
    retries: 0,
    ...options,
    globalSetup: fileURLToPath(new URL(`./cli/run/specs-setup.${suffix}`, import.meta.url)),
  });
}
