import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { operationStems } from './schemas/openapi.ts';
import { awaitConfiguration, workerConfiguration } from './settings/worker-configuration.ts';

await awaitConfiguration();
const configuration = workerConfiguration();

// The same file runs from the sources and, built, from dist/.
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const concurrency = configuration?.settings.concurrency ?? Number(process.env.CONFORMANCE_CONCURRENCY ?? 32);

/** As many workers as a machine of two cores has work for; on a slow target they wait, and a third is no burden. */
const workers = Math.min(concurrency, configuration?.slow === true ? 3 : 2);

const [first, ...others] = operationStems;

/** The checks of the first operation send as much as those of all others. */
const ofTwo = [
  { name: `${first}`, testDir: at(`./specs/${first}`), workers: 1 },
  { name: others.join(', '), testDir: at('./specs'), testIgnore: `**/${first}/**`, workers: 1 },
];

const ofEach = operationStems.map((name) => ({ name, testDir: at(`./specs/${name}`), workers: 1 }));

/** One project for each operation; a test for each requirement on it. */
export default defineConfig({
  testMatch: operationStems.map((stem) => `**/${stem}/${stem}.spec.${suffix}`),
  globalSetup: at(`./cli/run/playwright-setup.${suffix}`),
  reporter: [[at(`./reports/terminal/progress-reporter.${suffix}`)]],
  outputDir: join(tmpdir(), `ledger-conformance-${process.pid}`),
  workers,
  fullyParallel: false,
  // A retry would hide a finding.
  retries: 0,
  // Findings turn at most five red (session/claim.ts); more are failures of the suite, such as a full disk, a restart each.
  maxFailures: 8,
  timeout: 0,
  // One worker each: operations share nothing, and a worker that changes its project is started anew. An execute body
  // may be usable once, so its tests have one owner and an order, refusals before success (ruling 14).
  projects: workers === 3 ? ofEach : ofTwo,
});
