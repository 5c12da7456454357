import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerConfiguration } from '../settings/worker-configuration.ts';

/**
 * A failing test restarts its worker, which takes over a second, and a broken server fails dozens of tests. So only the
 * first few findings of a run, across all workers, fail a test; tests with further findings are skipped.
 */
const redTests = 5;

/** What a finding does to the test that found it. */
export type Claim = 'red' | 'skip' | 'known';

/** Claims a finding for a test: `known` if another test has already reported the same requirement and operation. */
export function claim(finding: { readonly requirement: string; readonly operation: string }): Claim {
  const folder = workerConfiguration()?.stateFolder;
  if (folder === undefined) return 'red';
  const findings = join(folder, 'findings');
  mkdirSync(findings, { recursive: true });
  try {
    writeFileSync(join(findings, `${finding.requirement}@${finding.operation}`), '', { flag: 'wx' });
  } catch {
    return 'known';
  }
  return readdirSync(findings).length <= redTests ? 'red' : 'skip';
}

/** Whether any test of the run has claimed a finding. */
export function isAnyClaimed(): boolean {
  const folder = workerConfiguration()?.stateFolder;
  return folder !== undefined && existsSync(join(folder, 'findings'));
}
