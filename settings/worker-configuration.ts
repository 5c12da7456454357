import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { violationsOf } from '../json/ajv.ts';
import type { Settings, TargetSettings } from './settings.ts';
import type { Shard } from './shard.ts';
import schema from './worker-configuration.schema.json' with { type: 'json' };

/** What the process that prepares a run hands to its workers. It holds secrets. */
export interface WorkerConfiguration {
  /** The results folder. */
  readonly folder: string;
  /** Where knowledge that must outlive a worker is kept; removed at the end of the run. */
  readonly stateFolder: string;
  /** The key of redaction marks, hex: all workers make the same mark of the same secret. */
  readonly redactionKey: string;
  /** Requirements or operations to run, comma-separated. */
  readonly only?: string;
  readonly shard?: Shard;
  /** Whether the run continues an earlier part of itself. */
  readonly resumed: boolean;
  /** Whether the target is slow: a worker for each operation then, as they wait more than they work. */
  readonly slow: boolean;
  /** The folder of a user's own specs. */
  readonly specs?: string;
  readonly settings: Settings & { readonly target: TargetSettings };
}

/** Holds the path of the configuration, or `awaited`; never a setting of a user. Workers inherit it. */
const variable = 'LEDGER_CONFORMANCE_WORKER_CONFIGURATION';
const awaited = 'awaited';

/** The variable of a process whose parent sends it the path of the configuration later. */
export const awaitingConfiguration = { [variable]: awaited } as const;

/** Saves the configuration where only this user can read it, and returns the variable that leads workers to it. */
export function saveConfiguration(configuration: WorkerConfiguration): Readonly<Record<string, string>> {
  const path = join(configuration.stateFolder, 'worker-configuration.json');
  writeFileSync(path, JSON.stringify(configuration), { mode: 0o600 });
  return { [variable]: path };
}

/**
 * Playwright is started during preflight; such a process waits here for the configuration of the prepared run. Ends the
 * process if its parent has ended.
 */
export async function awaitConfiguration(): Promise<void> {
  if (process.env[variable] !== awaited) return;
  const end = (): void => process.exit();
  const sent = await new Promise<Record<string, string>>((resolve) => {
    process.once('disconnect', end);
    process.once('message', (message) => resolve(message as Record<string, string>));
  });
  process.off('disconnect', end);
  process.disconnect();
  Object.assign(process.env, sent);
}

let read: { readonly path: string; readonly configuration: WorkerConfiguration } | undefined;

/**
 * The configuration of the run that this process works for; undefined where none was prepared.
 * @throws Error where it cannot be read, or is not valid. Values are never named: they can be secret.
 */
export function workerConfiguration(): WorkerConfiguration | undefined {
  const path = process.env[variable];
  if (path === undefined) return undefined;
  if (read?.path === path) return read.configuration;
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const wrong = violationsOf(schema, value).map(
    ({ instancePath, keyword }) => `${instancePath} (${keyword})`,
  );
  if (wrong.length > 0) throw new Error(`The worker configuration ${path} is invalid: ${wrong.join(', ')}.`);
  read = { path, configuration: value as WorkerConfiguration };
  return read.configuration;
}
