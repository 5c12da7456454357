import { hash } from 'node:crypto';
import type { Shard } from './selection.ts';
import type { Settings, TargetSettings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** The variable with the configuration of a run; not a user setting. Workers inherit it, so no file contains a secret. */
const configurationVariable = 'LEDGER_CONFORMANCE_WORKER_CONFIGURATION';

/** The variable that the configuration of Playwright sets, for itself and its workers, if each check is a test of its own. */
export const hostVariable = 'LEDGER_CONFORMANCE_TESTS';

/** What the process that prepares a run passes to its workers. Contains secrets. */
export interface WorkerConfiguration {
  /** The results folder. */
  readonly folder: string;
  /** The folder for state that must survive a worker restart; removed at the end of the run. */
  readonly stateFolder: string;
  /** The key of redaction marks, in hex: all workers use the same mark for the same secret. */
  readonly redactionKey: string;
  /** Requirements or operations to run, comma-separated. */
  readonly only?: string;
  readonly shard?: Shard;
  /** Whether a stopped run is resumed. */
  readonly resumed: boolean;
  /** Whether the target takes no more connections than the concurrency of the settings. */
  readonly crowded: boolean;
  /** Whether the report alone decides about the run: one test then conducts all checks, and fails for no finding. */
  readonly reportDecides?: boolean;
  /** Until when checks begin, in milliseconds since 1970, if the requests of the run are spread over a time. */
  readonly spreadUntil?: number;
  /** The folder of a user's own specs. */
  readonly specs?: string;
  readonly settings: Settings & { readonly target: TargetSettings };
}

/** Linux limits each variable of a new process to 128 KiB. */
const bytesAtMost = 120_000;

/** The JSON text of a configuration behind its digest, which tells whether it is whole. */
const withDigest = (json: string): string => `${hash('sha256', json)} ${json}`;

/**
 * The variable that passes the configuration to workers.
 * @throws UsageError if it is too long for a variable.
 */
export function variableOf(configuration: WorkerConfiguration): Readonly<Record<string, string>> {
  const text = withDigest(JSON.stringify(configuration));
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesAtMost)
    throw new UsageError([
      `The settings take ${bytes} bytes, but workers accept at most ${bytesAtMost}. Shorten the longest one, such as TARGET_PARTICIPANT_UIDS.`,
    ]);
  return { [configurationVariable]: text };
}

let read: { readonly text: string; readonly configuration: WorkerConfiguration } | undefined;

/**
 * The configuration of this process's run; undefined if none was prepared.
 * @throws Error if it was changed or cut. Values are never shown: they can be secret.
 */
export function workerConfiguration(): WorkerConfiguration | undefined {
  const text = process.env[configurationVariable];
  if (text === undefined) return undefined;
  if (read?.text === text) return read.configuration;
  const json = text.slice(text.indexOf(' ') + 1);
  if (text !== withDigest(json))
    throw new Error('The worker configuration is not as it was handed over. Start the run again.');
  read = { text, configuration: JSON.parse(json) as WorkerConfiguration };
  return read.configuration;
}
