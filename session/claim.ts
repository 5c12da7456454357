import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerConfiguration } from '../settings/worker-configuration.ts';

/**
 * A failing test costs its worker a restart, more than a second; a broken server fails dozens. So only the first few
 * findings of a run, over all its workers, turn a test red; further ones are shown on tests that are skipped for them.
 */
const redTests = 5;

/** What a finding does to the test that found it. */
export type Claim = 'red' | 'skip' | 'known';

/** Claims a finding for a test: `known` where another test has reported its requirement and operation already. */
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
