import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exchangesFile, fileJournal, runFile } from '../../journal/journal.ts';
import { journalSchemaVersion } from '../../journal/journal-line.ts';
import { memoryJournal } from '../../journal/memory-journal.ts';
import { askWhetherGone } from '../../preflight/final-liveness.ts';
import { preflightTarget } from '../../preflight/preflight-target.ts';
import type { Profile } from '../../profiles/profile.ts';
import { reportFile } from '../../reports/report/write-report.ts';
import { documentSha256 } from '../../requirements/document-digest.ts';
import { openAccess } from '../../session/open-session.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { readWaivers } from '../../settings/read-waivers.ts';
import { runVariables } from '../../settings/run-environment.ts';
import { type Environment, readSettings, type Settings } from '../../settings/settings.ts';
import { suiteName, suiteVersion } from '../../settings/suite.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { formatFiles } from './format-files.ts';
import { type ProvisionedRun, provisionRun } from './provision-run.ts';
import { lockResults } from './results-lock.ts';
import type { ResumedRun } from './resume-run.ts';

/** A run whose target was met and whose journal was begun: what its workers need, and how to let go of it. */
export interface PreparedRun {
  readonly settings: Settings;
  readonly folder: string;
  readonly profile: Profile;
  readonly kind: 'reference' | 'target';
  /** What the first answers say about the configuration; told on standard error already. */
  readonly mistakes: readonly string[];
  /** Variables for the process that runs the tests; they hold secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Asks the target once more, over what workers do not use: what showed that it has gone, none where it answers. */
  checkLiveness(): Promise<readonly Exchange[]>;
  close(): Promise<void>;
}

/** How a run is narrowed, and what an earlier part of it knows already. */
export interface PrepareOptions {
  readonly only?: string;
  readonly shard?: string;
  readonly resumed?: ResumedRun;
}

/** Files that a run writes; those of an earlier run in the same folder give way. */
const ownFiles: readonly string[] = [
  runFile,
  exchangesFile,
  reportFile,
  ...Object.values(formatFiles).flat(),
];

/**
 * Starts the embedded reference server where no target is configured, meets the target, and begins the journal.
 * @throws UsageError for a wrong setting, NoVerdict where the target cannot be met.
 */
export async function prepareRun(environment: Environment, options: PrepareOptions): Promise<PreparedRun> {
  const settings = readSettings(environment);
  const profile = loadProfile(settings.profile ?? 'document');
  const waivers = settings.waivers === undefined ? [] : readWaivers(settings.waivers);
  const folder = resolve(settings.output);
  const release = options.resumed === undefined ? beginFolder(folder) : lockResults(folder);
  const state = mkdtempSync(join(tmpdir(), 'ledger-conformance-'));
  let reference: Embedded | undefined;
  let provisioned: ProvisionedRun | undefined;
  const mistakes: string[] = [];
  const close = async (): Promise<void> => {
    await provisioned?.clean();
    await reference?.close();
    rmSync(state, { recursive: true, force: true });
    release();
  };
  try {
    reference = settings.target === undefined ? await startEmbedded(state) : undefined;
    const withTarget =
      reference === undefined ? settings : readSettings({ ...environment, ...reference.environment });
    if (withTarget.target === undefined) throw new Error('The reference server gave no TARGET_BASE_URL.');
    const kind = reference === undefined ? 'target' : 'reference';
    const redactionKey = randomBytes(32);
    const journal = options.resumed === undefined ? fileJournal(folder) : memoryJournal();
    journal.line({
      type: 'run',
      schemaVersion: journalSchemaVersion,
      suite: { name: suiteName, version: suiteVersion },
      document: { sha256: documentSha256 },
      profile: profile.id,
      target: {
        kind,
        baseUrl: kind === 'reference' ? 'embedded reference server' : withTarget.target.baseUrl,
      },
      run: {
        seed: settings.seed,
        nonce: settings.nonce,
        effort: settings.effort,
        ...(settings.effort === 'soak' ? { cases: settings.cases } : {}),
        shard: options.shard ?? null,
        only: options.only ?? null,
      },
      startedAt: new Date().toISOString(),
    });
    if (waivers.length > 0) journal.line({ type: 'waivers', waivers });
    journal.flush();
    if (withTarget.target.provisioner !== undefined)
      provisioned = await provisionRun(withTarget, withTarget.target, state);
    const complete = readSettings({ ...provisioned?.environment, ...environment, ...reference?.environment });
    if (complete.target === undefined) throw new Error('The settings of the target were lost.');
    const { target } = complete;
    const access = openAccess(complete, target, redactionKey);
    const took: number[] = [];
    try {
      const facts = await preflightTarget(
        kind,
        access,
        { ...complete, seed: settings.seed, nonce: settings.nonce },
        profile,
        {
          ...journal,
          exchange(exchange) {
            took.push(exchange.ms);
            journal.exchange(exchange);
          },
        },
        (sentence) => {
          mistakes.push(sentence);
        },
      );
      journal.line({ type: 'preflight', facts });
      process.stderr.write(mistakes.map((each) => `${each}\n`).join(''));
    } finally {
      journal.flush();
      await access.wire.close();
    }
    return {
      settings,
      folder,
      profile,
      kind,
      mistakes,
      environment: {
        ...provisioned?.environment,
        ...definedOf(environment),
        ...reference?.environment,
        CONFORMANCE_SEED: settings.seed,
        CONFORMANCE_NONCE: settings.nonce,
        [runVariables.folder]: folder,
        [runVariables.state]: state,
        [runVariables.redactionKey]: redactionKey.toString('hex'),
        ...(isSlow(took) ? { [runVariables.slow]: 'yes' } : {}),
        ...(options.only === undefined ? {} : { [runVariables.only]: options.only }),
        ...(options.shard === undefined ? {} : { [runVariables.shard]: options.shard }),
        ...(options.resumed === undefined ? {} : { [runVariables.resumed]: 'yes' }),
      },
      checkLiveness: () => askWhetherGone(() => openAccess(complete, target, redactionKey)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Half of the answers took longer than this, in milliseconds: a run waits for the target rather than for the machine. */
const slowFrom = 40;

function isSlow(took: readonly number[]): boolean {
  const sorted = [...took].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) > slowFrom;
}

function definedOf(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Makes the folder ready for a run of its own; gives back how to let go of it. */
function beginFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    const release = lockResults(folder);
    for (const name of ownFiles) rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, runFile), '', { flag: 'a' });
    return release;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error ? (error as NodeJS.ErrnoException).code : String(error);
    throw new UsageError([
      `Results cannot be written to ${folder} (${reason}). Set CONFORMANCE_OUTPUT to a folder that can be written.`,
    ]);
  }
}

interface Embedded {
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

/** The embedded reference server with everything configured, its execute body in a file as a target's would be. */
async function startEmbedded(state: string): Promise<Embedded> {
  // Loaded where it is wanted: with a target it takes a third of a second for nothing.
  const { startReference } = await import('../../reference/start.ts');
  const server = await startReference();
  const path = join(state, 'execute-request.json');
  writeFileSync(path, JSON.stringify(server.executeRequest));
  return { environment: { ...server.environment, TARGET_EXECUTE_REQUEST: path }, close: server.close };
}
