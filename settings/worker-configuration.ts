import { createHash } from 'node:crypto';
import { awaited, configurationVariable } from './configuration-variable.ts';
import type { Settings, TargetSettings } from './settings.ts';
import type { Shard } from './shard.ts';

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
  /** Whether the target is slow: there is then a worker per operation, since they mostly wait. */
  readonly slow: boolean;
  /** The part of concurrency and rate that the worker of each project gets, by its name; equal parts by default. */
  readonly shares?: Readonly<Record<string, number>>;
  /** Whether the target takes no more connections than the concurrency of the settings. */
  readonly crowded: boolean;
  /** The folder of a user's own specs. */
  readonly specs?: string;
  readonly settings: Settings & { readonly target: TargetSettings };
}

/** What tells whether the JSON text of a configuration is whole. */
export function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}

/**
 * Playwright is started during preflight; such a process waits here for the configuration of the prepared run. Ends the
 * process if its parent has ended.
 */
export async function awaitConfiguration(): Promise<void> {
  if (process.env[configurationVariable] !== awaited) return;
  const end = (): void => process.exit();
  const sent = await new Promise<Record<string, string>>((resolve) => {
    process.once('disconnect', end);
    process.once('message', (message) => resolve(message as Record<string, string>));
  });
  process.off('disconnect', end);
  process.disconnect();
  Object.assign(process.env, sent);
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
  if (text !== `${digestOf(json)} ${json}`)
    throw new Error('The worker configuration is not as it was handed over. Start the run again.');
  read = { text, configuration: JSON.parse(json) as WorkerConfiguration };
  return read.configuration;
}
