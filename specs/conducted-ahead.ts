import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, checkId } from '../session/check.ts';
import { isAnyClaimed } from '../session/claim.ts';
import { type CheckResult, runCheck } from '../session/run-check.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import { createAhead } from './ahead.ts';

/** The checks of this process. After a breach, nothing is hurried. */
export const ahead = createAhead(() => !isAnyClaimed(), runCheck);

/**
 * Ends the checks that have begun before their tests, since a restart of the worker would lose them, and tells their tests
 * that they are done. Resolves to their results, which the test that fails reports.
 */
export async function endAhead(): Promise<readonly CheckResult[]> {
  const results = await ahead.end();
  for (const check of results.keys()) {
    const mark = markOf(check);
    if (mark !== undefined) writeFileSync(mark, '');
  }
  return [...results.values()].filter((each) => each !== undefined);
}

/** Whether a worker conducted the check before its test and was restarted. */
export function wasConductedAhead(check: Check): boolean {
  const mark = markOf(check);
  return mark !== undefined && existsSync(mark);
}

/** A file in the state folder, which outlives workers. */
function markOf(check: Check): string | undefined {
  const folder = workerConfiguration()?.stateFolder;
  if (folder === undefined) return undefined;
  const marks = join(folder, 'conducted-ahead');
  mkdirSync(marks, { recursive: true });
  return join(marks, checkId(check));
}
