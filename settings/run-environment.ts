import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from 'dotenv';
import { decodeUtf8 } from '../json/utf8.ts';
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
  /** Set where the target takes its time: a worker for each operation then, as they wait more than they work. */
  slow: 'LEDGER_CONFORMANCE_SLOW',
  /** Set where a process is to wait for the environment of the run, which its parent sends it. */
  awaited: 'LEDGER_CONFORMANCE_AWAITED',
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
  const problems = unreadSettings(readFileSync(path), read);
  if (problems.length > 0) throw new UsageError(problems);
  for (const [name, value] of Object.entries(read)) merged[name] ??= value;
  return merged;
}

/**
 * A sentence for each line of .env that speaks of a setting and sets none: it would be missing without a word, and a run
 * without a target checks the reference server.
 */
function unreadSettings(bytes: Buffer, read: Readonly<Record<string, string>>): string[] {
  const text = decodeUtf8(bytes);
  if (text === undefined || text.includes('\u0000'))
    return ['.env is here but is no UTF-8 text. Save it as UTF-8, or remove it.'];
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const name = /^\s*(?:export\s+)?((?:TARGET|CONFORMANCE)_\w+)/.exec(line)?.[1];
    if (name === undefined || Object.hasOwn(read, name)) return [];
    return [
      `Line ${index + 1} of .env names ${name} and sets nothing. Write ${name}=value, or put a # before it.`,
    ];
  });
}
