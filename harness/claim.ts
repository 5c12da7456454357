import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './judgement.ts';
import { runVariables } from './run-environment.ts';

/** Whether this is the first finding of its requirement and operation in the run, over all workers. */
export function claimFinding({ requirement, operation }: Finding): boolean {
  const folder = process.env[runVariables.state];
  if (folder === undefined) return true;
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, `finding-${requirement}@${operation}`), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
