import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { config } from 'dotenv';
import type { Environment } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** What the process that starts a run hands to its workers; never a setting of a user. */
export const runVariables = {
  /** The results folder; its presence says that the run is prepared. */
  folder: 'LEDGER_CONFORMANCE_RUN',
  /** Where knowledge that must outlive a worker is kept. */
  state: 'LEDGER_CONFORMANCE_STATE',
  /** The key of redaction marks, hex: all workers make the same mark of the same secret. */
  redactionKey: 'LEDGER_CONFORMANCE_REDACTION_KEY',
  /** Requirements or operations to run, comma-separated. */
  only: 'LEDGER_CONFORMANCE_ONLY',
  /** Which part of the run this is, such as 2/7. */
  shard: 'LEDGER_CONFORMANCE_SHARD',
  /** Set where a run goes on with an earlier part of itself. */
  resumed: 'LEDGER_CONFORMANCE_RESUMED',
  /** The folder of a user's own specs. */
  specs: 'LEDGER_CONFORMANCE_SPECS',
} as const;

/**
 * The environment with .env of the working directory laid under it: the real environment wins.
 * @throws UsageError where .env is there and cannot be read.
 */
export function environmentWithFile(folder = process.cwd()): Environment {
  const path = join(folder, '.env');
  const merged: Record<string, string | undefined> = { ...process.env };
  if (!existsSync(path)) return merged;
  const read: Record<string, string> = {};
  const { error } = config({ path, processEnv: read, quiet: true });
  if (error !== undefined)
    throw new UsageError([
      `.env is here but cannot be read (${error.message}). Correct its permissions, or remove it.`,
    ]);
  for (const [name, value] of Object.entries(read)) merged[name] ??= value;
  return merged;
}
