import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openAccess } from '../../engine/open-session.ts';
import { fileJournal, type Journal, memoryJournal } from '../../journal/journal.ts';
import { embeddedAddress, journalSchemaVersion, type RunHeader } from '../../journal/journal-line.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { askAtEnd, type FinalLiveness } from '../../preflight/final-liveness.ts';
import type { Profile } from '../../profiles/profile.ts';
import { documentSha256 } from '../../requirements/document-digest.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import type { Environment } from '../../settings/run-environment.ts';
import { givenShard } from '../../settings/selection.ts';
import { readSettings, type Settings, spreadMs } from '../../settings/settings.ts';
import { suiteName, suiteVersion } from '../../settings/suite.ts';
import type { Waiver } from '../../settings/waiver.ts';
import type { WorkerConfiguration } from '../../settings/worker-configuration.ts';
import { completeSettings, createUndo } from './complete-settings.ts';
import { startEmbedded } from './embedded-server.ts';
import type { Broken } from './read-run.ts';
import { beginResults, lockResults } from './results-folder.ts';
import { runPreflight } from './run-preflight.ts';

/** A run after preflight, with its journal begun: what its workers need, and how to end it. */
export interface PreparedRun {
  readonly settings: Settings;
  readonly header: RunHeader;
  readonly folder: string;
  readonly profile: Profile;
  /** Likely configuration mistakes found in the first responses; already printed on standard error. */
  readonly mistakes: readonly string[];
  /** Passed to the processes that run the tests; contains secrets. */
  readonly configuration: WorkerConfiguration;
  /**
   * The final liveness check, on separate connections, once the tests have written their results.
   * @param unanswered the operations with requests that got no usable response
   */
  checkLiveness(unanswered: readonly Operation[]): Promise<FinalLiveness>;
  /** Uses a token from the beginning of the run again, after it has expired; undefined where the run does not. */
  readonly useTokenAgain: (() => Promise<void>) | undefined;
  /** Compares the breaches of a disguised run with how the target answers the suite itself. */
  compareUndisguised(broken: Broken): Promise<void>;
  close(): Promise<void>;
}

/** The selection of a run, and whether it is resumed. */
interface PrepareOptions {
  readonly only?: string;
  readonly shard?: string;
  readonly resumed?: boolean;
  /** Whether to wait until a token of the run has expired for more than five minutes. */
  readonly waitsForExpiry?: boolean;
  /** Called when the journal has begun. */
  readonly onBegin?: () => void;
  /** Called when a signal ends the run while no tests are run, after everything was undone. */
  readonly onInterrupt?: () => Promise<unknown>;
  /** Why a certificate is made from requests that are not disguised. */
  readonly undisguised?: string;
  /** A module with operations of the user's own, for the embedded reference server. */
  readonly routes?: string;
}

/**
 * Starts the embedded reference server if no target is configured, runs preflight, and begins the journal.
 * @throws UsageError for a wrong setting, NoVerdict if the target cannot be reached.
 */
export async function prepareRun(environment: Environment, options: PrepareOptions): Promise<PreparedRun> {
  const { only, shard, resumed = false, waitsForExpiry = false } = options;
  const begun = Date.now();
  const settings = readSettings(environment);
  const folder = resolve(settings.output);
  // Read before anything in the folder is removed.
  const profile = loadProfile(settings.profile);
  const waivers = await waiversOf(settings);
  const undo = createUndo(options.onInterrupt);
  try {
    undo.push(resumed ? lockResults(folder) : beginResults(folder));
    const stateFolder = mkdtempSync(join(tmpdir(), 'ledger-conformance-'));
    undo.push(() => rmSync(stateFolder, { recursive: true, force: true }));
    const isTarget = settings.target !== undefined;
    const embedded = isTarget ? undefined : await startEmbedded(stateFolder, options.routes);
    if (embedded !== undefined) undo.push(embedded.close);
    // Keep these: reading the settings again would draw a new random seed and nonce.
    const drawn = { CONFORMANCE_SEED: settings.seed, CONFORMANCE_NONCE: settings.nonce };
    const given = { ...environment, ...embedded?.environment, ...drawn };
    const header = headerOf(settings, profile, options);
    const journal = beginJournal(folder, resumed, header, waivers);
    options.onBegin?.();
    const complete = await completeSettings(given, { stateFolder, undo });
    const redactionKey = randomBytes(32);
    const open = (as: Settings = complete) => openAccess(as, complete.target, redactionKey);
    const parts = { settings: complete, open, profile, folder };
    // What is imported here loads all checks, so only where it is needed.
    const traffic = async (known: TargetFacts) =>
      (await import('./disguised-run.ts')).conductScenarios({ ...parts, facts: known }, options);
    const { facts, mistakes, capacity, atOnce } = await runPreflight(
      { kind: isTarget ? 'target' : 'reference', settings: complete, profile, journal, traffic },
      open(),
    );
    const settled = { ...complete, concurrency: Math.min(capacity ?? complete.concurrency, atOnce) };
    const configuration: WorkerConfiguration = {
      folder,
      stateFolder,
      redactionKey: redactionKey.toString('hex'),
      only,
      resumed,
      shard: givenShard(shard),
      crowded: capacity !== undefined,
      spreadUntil: settings.spread === undefined ? undefined : begun + spreadMs(settings.spread),
      settings: settled,
    };
    const known = { ...parts, facts };
    return {
      settings,
      header,
      folder,
      profile,
      mistakes,
      configuration,
      close: undo.close,
      checkLiveness: (unanswered) => askAtEnd(() => open(), unanswered),
      useTokenAgain:
        settings.effort === 'soak' || waitsForExpiry
          ? await (await import('./token-reuse.ts')).beginTokenReuse({ ...known, asked: options, isTarget })
          : undefined,
      compareUndisguised: async (broken) =>
        (await import('./disguised-run.ts')).conductUndisguised({ ...known, settings: settled }, broken),
    };
  } catch (error) {
    await undo.close();
    throw error;
  }
}

/** The journal with its first lines; a resumed run keeps those that it has. */
function beginJournal(
  folder: string,
  resumed: boolean,
  header: RunHeader,
  waivers: readonly Waiver[],
): Journal {
  const journal = resumed ? memoryJournal() : fileJournal(folder);
  journal.line(header);
  if (waivers.length > 0) journal.line({ type: 'waivers', waivers });
  journal.flush();
  return journal;
}

/** The configured waivers. */
async function waiversOf({ waivers }: Settings): Promise<readonly Waiver[]> {
  if (waivers === undefined) return [];
  // Only runs with waivers load a parser of YAML.
  return (await import('../../settings/read-waivers.ts')).readWaivers(waivers);
}

/** The first line of the journal of a run that begins now. */
export function headerOf(
  settings: Settings,
  profile: Profile,
  options: Pick<PrepareOptions, 'only' | 'shard' | 'undisguised'>,
): RunHeader {
  const { target, seed, nonce, effort, cases, disguise, spread, userAgent } = settings;
  return {
    type: 'run',
    schemaVersion: journalSchemaVersion,
    suite: { name: suiteName, version: suiteVersion },
    document: { sha256: documentSha256 },
    profile: profile.id,
    target: {
      kind: target === undefined ? 'reference' : 'target',
      baseUrl: target?.baseUrl ?? embeddedAddress,
    },
    run: {
      seed,
      nonce,
      effort,
      cases: effort === 'soak' ? cases : undefined,
      disguise: disguise || undefined,
      undisguised: options.undisguised,
      spread,
      userAgent,
      shard: options.shard ?? null,
      only: options.only ?? null,
    },
    startedAt: new Date().toISOString(),
  };
}
