import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryJournal } from '../../../journal/memory-journal.ts';
import type { TargetFacts } from '../../../journal/target-facts.ts';
import { preflightTarget } from '../../../preflight/preflight-target.ts';
import { openAccess } from '../../../session/open-session.ts';
import { loadProfile } from '../../../settings/load-profile.ts';
import { NoVerdict } from '../../../settings/no-verdict.ts';
import type { Environment } from '../../../settings/run-environment.ts';
import type { Settings, TargetSettings } from '../../../settings/settings.ts';
import { completeSettings, type Undo } from '../../run/complete-settings.ts';
import { undoOnSignal } from '../../run/undo-on-signal.ts';
import { type Missing, missingNeeds } from './missing-needs.ts';

/** What checking a target found out. */
export interface Examination {
  readonly baseUrl: string;
  readonly profile: string;
  /** Likely mistakes in the configuration, as sentences. */
  readonly mistakes: readonly string[];
  /** Undefined if nothing can be exercised. */
  readonly facts: TargetFacts | undefined;
  /** Why nothing can be exercised, as sentences. */
  readonly problems: readonly string[];
  /** What responded instead of the operations, by operation. */
  readonly responses: Readonly<Record<string, string>>;
  readonly missing: readonly Missing[];
}

/** Prepares what a run against the configured target would, runs preflight, and removes what was made for it. */
export async function examine(
  given: Environment,
  { seed, nonce, profile: name }: Settings,
  { baseUrl }: TargetSettings,
): Promise<Examination> {
  const profile = loadProfile(name);
  const about = { baseUrl, profile: profile.id };
  const mistakes: string[] = [];
  const stateFolder = mkdtempSync(join(tmpdir(), 'ledger-conformance-doctor-'));
  const undo: Undo = [() => rmSync(stateFolder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  undo.unshift(undoOnSignal(close));
  try {
    const drawn = { ...given, CONFORMANCE_SEED: seed, CONFORMANCE_NONCE: nonce };
    // Few of the bodies that a run may use up show whether they can be made.
    const settings = await completeSettings(drawn, { stateFolder, undo, effort: 'quick' });
    const access = openAccess(settings, settings.target);
    undo.push(() => access.wire.close());
    const facts = await preflightTarget(
      { kind: 'target', access, settings, profile, journal: memoryJournal() },
      (sentence) => {
        mistakes.push(sentence);
      },
    );
    const problems = Object.values(facts.operations).every(({ state }) => state !== 'answers')
      ? ['No operation can be exercised.']
      : [];
    return { ...about, mistakes, facts, problems, responses: {}, missing: missingNeeds(facts, profile) };
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    const { message, responses } = error;
    return {
      ...about,
      mistakes: [],
      facts: undefined,
      problems: message.split('\n'),
      responses,
      missing: [],
    };
  } finally {
    await close();
  }
}
